/** Pictures of 6 × 4 pixels, as Chromium's canvas writes them. */
export const pictures = {
  png: bytesOf(
    'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAI0lEQVR4AZSJsQkAAAzCilf07H5sJ0FHA4FAsEfKMWAd2Y8HAAD//0Sfc5UAAAAGSURBVAMA5KMH+1Fv42sAAAAASUVORK5CYII=',
  ),
  jpeg: bytesOf(jpegText()),
  webp: bytesOf(webpText()),
};

/** A file with additional data inserted after its first `at` bytes. */
export const insertBytes = (bytes: Uint8Array, at: number, inserted: Uint8Array): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...inserted, ...bytes.subarray(at)]);

/** A chunk of a PNG, whose checksum is not verified. */
export const pngChunk = (name: string, text: string): Uint8Array => {
  const data = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
};

/** A segment of a JPEG. */
export const jpegSegment = (marker: number, data: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data]);

/** Exif data with an orientation, little-endian like that of cameras, and a location. */
export const exifOf = (orientation: number): Uint8Array =>
  Buffer.concat([
    Buffer.from('Exif\0\0'),
    Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from('GPS 31.2304 121.4737'),
  ]);

/** A WebP with an additional chunk at its end. */
export const withWebpChunk = (bytes: Uint8Array, name: string, text: string): Uint8Array => {
  const data = Buffer.from(text.length % 2 === 0 ? text : `${text} `);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  const chunk = Buffer.concat([bytes, Buffer.from(name), length, data]);
  chunk.writeUInt32LE(chunk.length - 8, 4);
  return chunk;
};

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function jpegText(): string {
  return (
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRn' +
    'WFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAA' +
    'AMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAA' +
    'AADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgAD' +
    'IAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2Nj' +
    'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAaEAEAAQ' +
    'UAAAAAAAAAAAAAAAAAAQMGNXOx/8QAFAEBAAAAAAAAAAAAAAAAAAAAA//EABcRAAMBAAAAAAAAAAAAAAAAAAACBDP/2gAMAwEAAhEDEQA/AJa5chT1R2QD0asDPkp//9k='
  );
}

function webpText(): string {
  return (
    'UklGRjICAABXRUJQVlA4WAoAAAAwAAAABQAAAwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRn' +
    'WFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAA' +
    'AMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAA' +
    'AADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgAD' +
    'IAMAAxADZBTFBICwAAAAEPMP8REaIHEf0PAFZQOCAwAAAAEAIAnQEqBgAEAALATCWoAnRyAKv/3AAFwAD+u7f3ZtW0ec9cI/5VZ3W/BUJkAAAA'
  );
}
