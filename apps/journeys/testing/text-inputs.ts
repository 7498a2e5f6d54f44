import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { payloads } from './payloads.ts';

/** A payload, truncated to the greatest length of a field. */
export const truncate = (payload: string, field: Field): string => [...payload].slice(0, field.max ?? payload.length).join('');

/** Whether the declaration of a field accepts a payload. One with a code table, a pattern or another kind does not. */
export const takesPayloads = (field: Field): boolean =>
  field.kind === 'json' || field.kind === 'list' || (isText(field) && payloads.some((payload) => parse(field, truncate(payload, field)).ok));
export const isText = ({ kind }: Field): boolean => kind === 'text' || kind === 'longText' || kind === 'phone';

const keeps = ({ method, changes }: Endpoint): boolean => method !== 'GET' || changes === true;

/** Stands for the name of an uploaded file, which is a text too. */
export const FILE_NAME = '(file name)';

/** `noun.endpoint.input` of every text input of the endpoints that store something. The parameters of endpoints that only read are stored nowhere. */
export const textInputs = (features: readonly Feature[]): readonly string[] =>
  features.flatMap(({ name, api }) =>
    Object.entries(api)
      .filter(([, endpoint]) => keeps(endpoint))
      .flatMap(([verb, { input, upload }]) =>
        [...Object.keys(input).filter((each) => takesPayloads(input[each] ?? fail(each))), ...(upload ? [FILE_NAME] : [])].map(
          (each) => `${name}.${verb}.${each}`,
        ),
      ),
  );
const fail = (name: string): never => {
  throw new Error(`no ${name}`);
};

/** By reason: the names of inputs that are excluded in all endpoints. */
const excludedNames: Readonly<Record<string, readonly string[]>> = {
  'keys of rows, each of which is looked for': [
    'ids',
    'userIds',
    'rowIds',
    'roleIds',
    'stationIds',
    'departIds',
    'selecteddeparts',
    'selectedroles',
    'post',
    'relTenantIds',
    'permissionIds',
    'lastpermissionIds',
    'newRoleId',
    'oldRoleId',
  ],
  'codes of rights, each of which is looked for': ['permissions'],
  'compared or hashed, and shown to nobody': [
    'password',
    'oldpassword',
    'confirmpassword',
    'captcha',
    'smscode',
    'code',
    'ticket',
    'token',
    'checkKey',
    'deviceToken',
    'track',
  ],
};
/** By reason: the single inputs that are excluded. */
const excludedInputs: Readonly<Record<string, readonly string[]>> = {
  'a name that is looked up among what is declared': [
    'config.edit.key',
    'config.reset.key',
    'config.restore.key',
    'upload.upload.biz',
    'upload.upload.kind',
    'bulk.run.noun',
    'bulk.run.verb',
    'bulk.run.state',
    'bulk.run.shared',
    'savedView.save.noun',
    'thirdParty.begin.source',
    'thirdParty.getLoginUser.thirdType',
    'permission.add.ruleNoun',
    'permission.add.ruleField',
    'job.add.jobClassName',
    'user.reveal.field',
  ],
  'read by a grammar of its own': ['job.add.cronExpression', 'job.edit.cronExpression', 'job.add.parameter', 'job.edit.parameter'],
  'an address, which is read as one': [
    'notice.add.openPage',
    'notice.edit.openPage',
    'permission.add.url',
    'permission.edit.url',
    'permission.edit.redirect',
  ],
  'an account that is looked for, or the own one': [
    'account.passwordChange.username',
    'session.selectDepart.username',
    'session.selectDepart.orgCode',
    'session.updatePassword.username',
    'user.changePassword.username',
    'user.resetSecondStep.username',
    'thirdParty.connect.username',
    'captcha.verify.subject',
  ],
  'a word of another house, compared with what it told before': [
    'thirdParty.finish.search',
    'thirdParty.finish.bind',
    'thirdParty.disconnect.issuer',
    'thirdParty.disconnect.subject',
    'thirdParty.validateLogin.service',
  ],
  'wants a code of its own each time: one goes through the form in account.journey.test.ts': ['account.register.realname'],
  'cells of a sheet, read by the fields of an add': ['position.importExcel.edits'],
  'told back to nobody but who chose the file': [`position.importExcel.${FILE_NAME}`],
};

/** Why no payload is sent through an input; undefined when payloads have to go through it. */
export const exclusionReasonOf = (input: string): string | undefined => {
  const name = input.split('.').at(-1) ?? input;
  const found =
    Object.entries(excludedInputs).find(([, names]) => names.includes(input)) ??
    Object.entries(excludedNames).find(([, names]) => names.includes(name));
  return found?.[0];
};
/** All inputs of `excludedInputs`. */
export const namedInputs: readonly string[] = Object.values(excludedInputs).flat();
