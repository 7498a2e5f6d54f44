import axe from 'axe-core';

/** What stands on the page now against WCAG 2.1 A and AA, a line each. */
export const axeViolations = async (): Promise<readonly string[]> => {
  const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
};
