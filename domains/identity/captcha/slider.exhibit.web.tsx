import { useState } from 'react';
import type { Exhibit } from '#kit/web/gallery/exhibit.ts';
import { Slider } from './slider.web.tsx';

/** Uses the server's pictures and checks. The proof has no subject, so it is worth nothing. */
const SliderExhibit = () => {
  const [status, setStatus] = useState('');
  return (
    <>
      <Slider subject="gallery" onPassed={() => setStatus('✓')} /> <output>{status}</output>
    </>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'slider',
    title: ['滑块验证', '滑塊驗證', 'Slider captcha'],
    states: { filled: SliderExhibit },
    never: ['empty', 'invalid', 'disabled', 'loading', 'longText'],
  },
];
