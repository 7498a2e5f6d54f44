import { useState } from 'react';
import type { Exhibit } from '#kit/web/gallery/exhibit.ts';
import { Slider } from './slider.web.tsx';

/** The server draws its picture and judges; a proof for nobody opens nothing. */
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
