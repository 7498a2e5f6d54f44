/** A call that nothing but a payload makes. */
const CALL = '__ran(1)';

const carriers: readonly string[] = [
  `<script>${CALL}</script>`,
  `<ScRiPt >${CALL}</sCrIpT>`,
  `<<script>${CALL}//<</script>`,
  `<script src=data:,${CALL}></script>`,
  `<img src=x onerror=${CALL}>`,
  `<img src=x onerror="${CALL}">`,
  `<svg onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x>`,
  `<body onload=${CALL}>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>">`,
  `<iframe src="javascript:parent.${CALL}">`,
  `<a href="javascript:${CALL}" autofocus>x</a>`,
  `<details open ontoggle=${CALL}>x</details>`,
  `<input autofocus onfocus=${CALL}>`,
  `<video><source onerror=${CALL}></video>`,
  `<marquee onstart=${CALL}>x</marquee>`,
  `<math><mtext><img src=x onerror=${CALL}></mtext></math>`,
  `<object data="data:text/html,<script>${CALL}</script>">`,
  `<style>@import 'javascript:${CALL}'</style>`,
  `javascript:${CALL}`,
  `{{constructor.constructor('${CALL}')()}}`,
  `\${${CALL}}`,
  `&lt;script&gt;${CALL}&lt;/script&gt;`,
  `%3Cscript%3E${CALL}%3C/script%3E`,
];

/** Contexts that a payload may have to close first: an attribute, a comment, a title, the text of a script, a text area. */
const surroundings: readonly ((carrier: string) => string)[] = [
  (carrier) => carrier,
  (carrier) => `">${carrier}`,
  (carrier) => `'>${carrier}`,
  (carrier) => `-->${carrier}`,
  (carrier) => `</title>${carrier}`,
  (carrier) => `';${CALL};//${carrier}`,
  (carrier) => `</textarea>${carrier}`,
  (carrier) => `]]>${carrier}`,
];

/** Two hundred texts that run a script where a page interprets them as markup or code. */
export const payloads: readonly string[] = surroundings.flatMap((around) => carriers.map(around));
