import { encode } from 'uqr';
import './qr-code.css';

/**
 * A text as a QR code. It is black on white in the dark theme as well, because cameras cannot read other colours reliably. The key is also shown as
 * text.
 */
export const QrCode = ({ text }: { readonly text: string }) => {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="co-qr" viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
};
