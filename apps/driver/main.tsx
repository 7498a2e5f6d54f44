import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { setServerTime } from './order/use-clock.ts';
import type { PageStart } from './rendering.ts';
import { loadWords } from './words/words.ts';
import './driver.css';

const root = document.querySelector('#root');
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the server has written it by this type
const start: PageStart = JSON.parse(document.querySelector('#start')?.textContent ?? '{}');
setServerTime(start.nowMs);
// The texts are on their way since the head of the document named them.
void loadWords(start.language).then((words) => root && hydrateRoot(root, <App start={start} words={words} />));
