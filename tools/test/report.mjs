/** @typedef {{ readonly status: string, readonly fullName: string }} TestResult */
/** @typedef {{ readonly name: string, readonly status: string, readonly assertionResults: readonly TestResult[] }} FileResult */
/** @typedef {{ readonly testResults: readonly FileResult[] }} Report as vitest's JSON reporter writes it */

/**
 * @param {Report | undefined} report
 * @param {number} code the exit code of the run
 */
export function count(report, code) {
  if (!report) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests.filter(hasFailed).length + report.testResults.filter((file) => isBroken(file)).length;
  return { passed: tests.filter(({ status }) => status === 'passed').length, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** @param {Report} report */
export function failingFiles({ testResults }) {
  return testResults.filter((file) => isBroken(file) || file.assertionResults.some(hasFailed)).map(({ name }) => name);
}

/**
 * @param {Report} report
 * @param {readonly string[]} files
 * @returns {Report}
 */
export function withoutFiles({ testResults }, files) {
  return { testResults: testResults.filter(({ name }) => !files.includes(name)) };
}

/**
 * The tests that failed and then passed; a file that broke before its first test stands for its tests.
 * @param {Report} first
 * @param {Report} second
 */
export function unsteadyTests(first, second) {
  const later = failuresOf(second);
  return failuresOf(first).filter((test) => !later.includes(test));
}

/** @param {Report} report */
function failuresOf({ testResults }) {
  return testResults.flatMap((file) =>
    isBroken(file) ? [file.name] : file.assertionResults.filter(hasFailed).map(({ fullName }) => `${file.name} > ${fullName}`),
  );
}

/** @param {TestResult} test */
function hasFailed({ status }) {
  return status === 'failed';
}

/**
 * It failed before its first test, or after its last.
 * @param {FileResult} file
 */
function isBroken({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some(hasFailed);
}
