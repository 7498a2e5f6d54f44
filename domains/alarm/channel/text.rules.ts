/** The bytes of a text in UTF-8. */
export const utf8Bytes = (text: string): number => {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
};

const CUT = '…';

/** The text, cut between letters so that it and a mark have at most `maxBytes` bytes in UTF-8. */
export const cutToBytes = (text: string, maxBytes: number): string => {
  if (utf8Bytes(text) <= maxBytes) return text;
  let kept = '';
  let bytes = utf8Bytes(CUT);
  for (const letter of text) {
    bytes += utf8Bytes(letter);
    if (bytes > maxBytes) break;
    kept += letter;
  }
  return kept + CUT;
};

/** Letters of the GSM 03.38 alphabet; those of its extension need two places. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_EXTENSION = new Set('\f^{}\\[~]|€');
const segmentLengths = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } } as const;

export interface SmsLength {
  readonly alphabet: 'gsm' | 'ucs2';
  readonly length: number;
  readonly segments: number;
}

/** How many segments a text message of this text has. */
export const smsLength = (text: string): SmsLength => {
  const letters = [...text];
  const isGsm = letters.every((letter) => GSM.has(letter) || GSM_EXTENSION.has(letter));
  const alphabet = isGsm ? 'gsm' : 'ucs2';
  // UCS-2 counts 16-bit units, as JavaScript does.
  const length = isGsm ? letters.reduce((sum, letter) => sum + (GSM_EXTENSION.has(letter) ? 2 : 1), 0) : text.length;
  const { one, part } = segmentLengths[alphabet];
  return { alphabet, length, segments: length <= one ? 1 : Math.ceil(length / part) };
};

/** The text without control characters, except line breaks. */
export const withoutControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, (letter) => (letter === '\n' ? letter : ' '));
