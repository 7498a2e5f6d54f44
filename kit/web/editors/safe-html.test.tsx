// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SafeHtml } from './safe-html.tsx';

const shown = (html: string): string => renderToStaticMarkup(<SafeHtml html={html} />);

test('plain marks stay', () => {
  expect(shown('<p>a <b>b</b><br><a href="https://x.example/?a=1">c</a></p><table><tr><td>1</td></tr></table>')).toContain(
    '<p>a <b>b</b><br/><a href="https://x.example/?a=1" target="_blank" rel="noopener noreferrer">c</a></p>',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p onclick="alert(1)" style="background:url(//evil)" class="x" id="y">words</p>',
  '<a href="javascript:alert(1)">words</a>',
  '<a href=" JaVaScRiPt:alert(1)">words</a>',
  '<a href="data:text/html,<script>alert(1)</script>">words</a>',
  '<a href="//evil.example">words</a>',
  '<form action="//evil"><input name=a><button formaction="javascript:alert(1)">words</button></form>',
  '<style>@import "//evil"</style>',
  '<base href="//evil"><link rel=stylesheet href="//evil"><meta http-equiv=refresh content="0;url=//evil">',
  '<template><img src=x onerror=alert(1)></template>',
])('nothing of %s is left but its words', (html) => {
  const markup = shown(`<div>${html}</div>`);
  expect(markup).not.toMatch(
    /script|alert|onerror|onclick|style=|evil|src|href|class="x"|id=|<(form|input|button|svg|iframe|link|meta|base|template)/i,
  );
  expect(markup.includes('words')).toBe(html.includes('words'));
});

test('no depth breaks it', () => {
  expect(shown('<div>'.repeat(2_000) + 'deep')).toContain('<div');
});
