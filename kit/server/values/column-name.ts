/** The column of a field: `stationName` becomes `station_name`, `stationImg1` becomes `station_img1`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
