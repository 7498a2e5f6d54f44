import { useState } from 'react';
import type { Exhibit } from '#kit/web/gallery/exhibit.ts';
import { Slider } from './slider.web.tsx';

/** The server draws its picture and judges; a proof for nobody opens nothing. */
const Shown = () => {
  const [said, setSaid] = useState('');
  return (
    <>
      <Slider subject="gallery" onPassed={() => setSaid('✓')} /> <output>{said}</output>
    </>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'slider',
    title: ['滑块验证', '滑塊驗證', 'Slider captcha'],
    states: { filled: Shown },
    never: ['empty', 'invalid', 'disabled', 'loading', 'longText'],
  },
];
