import axe from 'axe-core';

/** The violations of WCAG 2.1 A and AA on the page, a line for each rule. */
export const axeViolations = async (): Promise<readonly string[]> => {
  // Without `resultTypes` axe also describes every element that passed.
  const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
};
