/** `stationName` to `station_name`, `stationImg1` to `station_img1`: the column of a field. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
