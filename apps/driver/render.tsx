import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import type { FirstHtml, PageStart } from './rendering.ts';
import { fill } from './words/words.ts';
import { words as enUs } from './words/en-us.labels.ts';
import { words as zhCn } from './words/zh-cn.labels.ts';
import { words as zhTw } from './words/zh-tw.labels.ts';

const allWords = { zh_CN: zhCn, zh_TW: zhTw, en_US: enUs } as const;

/** Renders a page on the server, so that the gun, its state and its price are read without script. */
export const renderFirstHtml = (start: PageStart): FirstHtml => {
  const words = allWords[start.language];
  const { page } = start;
  const answer = page.kind === 'gun' ? page.answer : null;
  const title =
    page.kind === 'order'
      ? fill(words.orderNo, { no: page.orderNo })
      : page.kind === 'account'
        ? words.account
        : answer
          ? `${answer.pile.no} · ${answer.gun.no}`
          : words.problemTitle;
  return { title, html: renderToString(<App start={start} words={words} />) };
};
