/** @typedef {{ readonly status: string, readonly fullName: string, readonly failureMessages?: readonly string[] | null }} TestResult */
/** @typedef {{ readonly name: string, readonly status: string, readonly message?: string, readonly assertionResults: readonly TestResult[] }} FileResult */
/** @typedef {{ readonly testResults: readonly FileResult[] }} Report as vitest's JSON reporter writes it */
/** @typedef {{ readonly what: string, readonly why: string }} Failure `what` failed; `why` may be empty or have several lines */
/** @typedef {{ readonly passed: number, readonly failures: readonly Failure[] }} Outcome */

/**
 * @param {Report | undefined} report
 * @param {number} code the exit code of the run
 * @returns {Outcome}
 */
export function outcomeOf(report, code) {
  if (!report) return { passed: 0, failures: [{ what: 'vitest', why: 'it wrote no report' }] };
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const failures = failuresOf(report);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: code !== 0 && failures.length === 0 ? [{ what: 'vitest', why: `it ended with ${code}, and no test failed` }] : failures,
  };
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
 * The failures of tests that passed afterwards; a file that broke before its first test stands for its tests.
 * @param {Report} first
 * @param {Report} second
 */
export function unsteadyTests(first, second) {
  const later = failuresOf(second);
  return failuresOf(first).filter(({ what }) => !later.some((failure) => failure.what === what));
}

/**
 * @param {Report} report
 * @returns {readonly Failure[]}
 */
function failuresOf({ testResults }) {
  return testResults.flatMap((file) =>
    isBroken(file)
      ? [{ what: file.name, why: file.message ?? '' }]
      : file.assertionResults
          .filter(hasFailed)
          .map(({ fullName, failureMessages }) => ({ what: `${file.name} > ${fullName}`, why: failureMessages?.join('\n') ?? '' })),
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
