import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './screen.css';

const root = document.querySelector<HTMLElement>('#root');
/** The key stands behind `#`, where neither logs nor other sites see it. */
const key = /[#&]k=(?<key>[\w.-]+)/u.exec(window.location.hash)?.groups?.['key'] ?? '';
if (root) createRoot(root).render(<App api={root.dataset['api'] ?? ''} screenKey={key} />);
