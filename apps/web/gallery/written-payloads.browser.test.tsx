import { expect, test } from 'vitest';
import { payloads } from '#apps/journeys/testing/payloads.ts';
import { MarkdownEditor } from '#kit/web/editors/markdown-editor.tsx';
import { RichEditor } from '#kit/web/editors/rich-editor.tsx';
import { SafeMarkdown } from '#kit/web/editors/safe-markdown.tsx';
import { SafeHtml } from '#kit/web/editors/safe-html.tsx';
import { show } from '#kit/web/testing/show.fixture.tsx';

const ran: unknown[] = [];
Object.assign(window, { __ran: (what: unknown) => ran.push(what) });
const nothing = (): void => undefined;
const tokens = ['[x](', '![x](', '<'].flatMap((open) => payloads.slice(0, 25).map((payload) => `${open}${payload})`));

/** Markup that does run a script, one for each way in which a payload starts not execute. */
const controls = {
  image: '<img src=x onerror="__control(`image`)">',
  frame: '<iframe srcdoc="<script>parent.__control(`frame`)</script>"></iframe>',
  details: '<details open ontoggle="__control(`details`)">x</details>',
  video: '<video><source src=x onerror="__control(`video`)"></video>',
  focus: '<input autofocus onfocus="__control(`focus`)">',
} as const;

/**
 * Adds the controls to the page as they are and waits until each has run. What a payload in the page would have started before them has run by then
 * too.
 */
const expectControlsToRun = async (): Promise<void> => {
  const begun = new Set<string>();
  Object.assign(window, { __control: (name: string) => begun.add(name) });
  const host = document.createElement('div');
  document.body.append(host);
  host.innerHTML = Object.values(controls).join('');
  host.querySelector('input')?.focus();
  await expect.poll(() => [...begun].toSorted()).toEqual(Object.keys(controls).toSorted());
  host.remove();
};

test('nothing of two hundred texts runs where it is shown', async () => {
  const place = show(
    <>
      {payloads.map((payload) => (
        <SafeHtml key={payload} html={payload} />
      ))}
      {[...payloads, ...tokens].map((payload) => (
        <SafeMarkdown key={payload} text={payload} />
      ))}
    </>,
  );
  await expect.poll(() => place.querySelectorAll('.co-html').length).toBe(payloads.length * 2 + tokens.length);
  for (const element of place.querySelectorAll<HTMLElement>('.co-html *')) element.click();
  await expectControlsToRun();
  expect(ran).toEqual([]);
  expect(
    place.querySelectorAll('.co-html :is(script, svg, iframe, object, style, input, form, video, [onerror], [onload], [style], [srcdoc])'),
  ).toHaveLength(0);
});

test('nothing of them runs where it is written', async () => {
  // All payloads in one text, because a payload at a time would take minutes in an editor.
  const html = payloads.map((payload) => `<p>${payload}</p>`).join('');
  const place = show(
    <>
      <RichEditor value={html} onChange={nothing} />
      <MarkdownEditor value={[...payloads, ...tokens].join('\n\n')} onChange={nothing} />
    </>,
  );
  await expect.poll(() => place.querySelectorAll('.ed-text').length).toBe(2);
  await expectControlsToRun();
  expect(ran).toEqual([]);
  expect(
    place.querySelectorAll('.ed-text :is(script, svg, iframe, object, video, [onerror], [onload], [onclick], [srcdoc], [href^="javascript" i])'),
  ).toHaveLength(0);
});
