import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSharp } from '#kit/server/files/sharp.ts';
import { viewers } from '#kit/test/server.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { captchaApi, sessionApi } from '../resources.ts';
import { captchaSize } from './captcha.ts';
import { drawPuzzle } from './picture.rules.ts';
import { pngAddress } from './png.server.ts';
import { dragTo, solveCaptcha, targetOf } from './solve.fixture.ts';
import { judgeDrag } from './track.rules.ts';

let world: PeopleServer;
let aheadMs = 0;
beforeAll(async () => {
  world = await startPeople(() => new Date(Date.now() + aheadMs));
});
afterAll(() => world.close());

let addresses = 0;
const from = () => ({ 'x-forwarded-for': `10.9.${Math.floor(++addresses / 250)}.${addresses % 250}` });
const bytesOf = (dataAddress: string): Buffer => Buffer.from(dataAddress.split(',')[1] ?? '', 'base64');
const challenge = async (headers: Readonly<Record<string, string>>) => (await world.server.call(undefined, captchaApi.challenge, {}, headers)).result;
const verify = (input: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>>) =>
  world.server.call(undefined, captchaApi.verify, input, headers);
const login = (username: string, more: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) =>
  world.server.call(undefined, sessionApi.login, { username, password: 'Wrong-Horse-7', ...more }, headers);

describe('a drag', () => {
  const shown = { target: 200, sinceMs: 2_000 };
  const step = (x: number, ms: number) => ({ x, ms });
  test.each([
    ['on the gap', dragTo(200), shown, true],
    ['five pixels off', dragTo(205), shown, true],
    ['six pixels off', dragTo(206), shown, false],
    ['to the end of the track', dragTo(310), shown, false],
    ['after two minutes', dragTo(200), { ...shown, sinceMs: 120_001 }, false],
    ['that says it took longer than the picture was there', dragTo(200, { totalMs: 9_000 }), shown, false],
    ['in no time', dragTo(200, { totalMs: 60 }), shown, false],
    ['in one leap', { position: 200, track: [step(0, 0), step(1, 200), step(2, 300), step(200, 400)] }, shown, false],
    ['that ends elsewhere than it says', { position: 200, track: dragTo(150).track }, shown, false],
    ['that goes back in time', { position: 200, track: [step(0, 0), step(60, 500), step(120, 300), step(160, 400), step(200, 600)] }, shown, false],
    ['by arrow keys', { position: 200, track: Array.from({ length: 21 }, (_none, n) => step(n * 10, n * 33)) }, shown, true],
  ] as const)('%s', (...[, drag, about, right]) => expect(judgeDrag(drag, about).ok).toBe(right));
});

describe('the picture', () => {
  test('has a gap away from its start, and a piece of its own shape', () => {
    for (let round = 0; round < 50; round++) {
      const { target, top, picture, piece } = drawPuzzle(Math.random);
      expect(target).toBeGreaterThan(80);
      expect(target + captchaSize.piece).toBeLessThan(captchaSize.width);
      expect(top + captchaSize.piece).toBeLessThan(captchaSize.height);
      expect(picture.bytes).toHaveLength(captchaSize.width * captchaSize.height * 3);
      const seen = piece.bytes.filter((_value, index) => index % 4 === 3 && piece.bytes[index] === 255).length;
      expect(seen).toBeGreaterThan(1_300);
    }
  });

  test('is sent pixel for pixel as it was drawn', async () => {
    const { picture, piece } = drawPuzzle(Math.random);
    const folder = temporaryFolder('captcha');
    for (const image of [picture, piece]) {
      const file = path.join(folder, `${image.channels}.png`);
      await writeFile(file, bytesOf(await pngAddress(image)));
      const { data, info } = await (await loadSharp())(file).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: image.width, height: image.height, channels: image.channels });
      expect(data.equals(image.bytes)).toBe(true);
    }
  });

  test('is answered as PNGs, and nothing in words says where the gap is', async () => {
    const shown = await challenge(from());
    for (const address of [shown.picture, shown.piece]) expect(bytesOf(address).subarray(1, 4).toString('latin1')).toBe('PNG');
    expect(Object.keys(shown).toSorted()).toEqual(['checkKey', 'picture', 'piece', 'top']);
  });
});

describe('a proof', () => {
  test('is good once, for its name and its address', async () => {
    const [here, there] = [from(), from()];
    await login('proven', {}, here);
    expect(await login('proven', {}, here)).toMatchObject({ status: 200, success: false, code: 412, message: 'Please move the slider first' });
    const wrong = { success: false, code: 500, message: 'User name or password is wrong; check both, or choose Forgotten password' };
    const again = { code: 412 };
    expect(await login('proven', { captcha: await solveCaptcha(world.server, 'other', here) }, here)).toMatchObject(again);
    expect(await login('proven', { captcha: await solveCaptcha(world.server, 'proven', there) }, here)).toMatchObject(again);
    const captcha = await solveCaptcha(world.server, 'Proven', here);
    expect(await login('proven', { captcha }, here)).toMatchObject(wrong);
    expect(await login('proven', { captcha }, here)).toMatchObject(again);
    const stale = await solveCaptcha(world.server, 'proven', here);
    aheadMs += 121_000;
    expect(await login('proven', { captcha: stale }, here)).toMatchObject(again);
  });

  test('of another kind does not count', async () => {
    const here = from();
    await login('tricked', {}, here);
    expect(await login('tricked', { captcha: (await challenge(here)).checkKey }, here)).toMatchObject({ code: 412 });
    const proof = await solveCaptcha(world.server, 'tricked', here);
    expect(await verify({ checkKey: proof, subject: 'tricked', ...dragTo(100) }, here)).toMatchObject({
      message: 'The verification has expired; refresh it',
    });
  });

  test('a picture is judged once, right or wrong', async () => {
    const here = from();
    const { checkKey } = await challenge(here);
    const target = await targetOf(world.server, checkKey);
    expect(await verify({ checkKey, subject: 'x', ...dragTo(target - 30) }, here)).toMatchObject({
      success: false,
      message: 'That did not fit the gap, try again',
    });
    expect(await verify({ checkKey, subject: 'x', ...dragTo(target) }, here)).toMatchObject({
      success: false,
      message: 'The verification has expired; refresh it',
    });
  });

  test('an address gets thirty pictures a minute', async () => {
    const here = from();
    const answers = await Promise.all(Array.from({ length: 34 }, () => world.server.call(undefined, captchaApi.challenge, {}, here)));
    expect(answers.filter(({ success }) => success)).toHaveLength(30);
  });
});

test('an address that failed three times moves the slider for every name', async () => {
  const here = from();
  for (const name of ['one.a', 'one.b', 'one.c']) expect((await login(name, {}, here)).code).toBe(500);
  expect((await login('one.d', {}, here)).code).toBe(412);
  expect((await login('one.d', {}, from())).code).toBe(500);
});

test('attempts of an address that are under way are no failures: colleagues who come at the same moment move no slider', async () => {
  await world.addOk(viewers.platform(), 'col.league', { roleId: world.role('tenantAdmin'), tenantId: '1' });
  const here = from();
  const signIn = () => world.server.call(undefined, sessionApi.login, { username: 'col.league', password: 'Correct-Horse-7' }, here);
  expect((await signIn()).code).toBe(200);
  // Simulates four colleagues whose sign-in is being checked: each was counted, and is taken back after success.
  await world.server.database.asSuperuser(`update sys_attempt set tries = tries + 4 where bucket like 'address:%'`);
  expect((await signIn()).code).toBe(200);
});

test('who has not moved the slider cannot lock somebody out', async () => {
  await world.addOk(viewers.platform(), 'kept.safe', { roleId: world.role('tenantAdmin'), tenantId: '1' });
  await login('kept.safe', {}, from());
  for (let round = 0; round < 12; round++) expect((await login('kept.safe', {}, from())).code).toBe(412);
  const here = from();
  const captcha = await solveCaptcha(world.server, 'kept.safe', here);
  expect(await world.server.call(undefined, sessionApi.login, { username: 'kept.safe', password: 'Correct-Horse-7', captcha }, here)).toMatchObject({
    success: true,
  });
});

test('what has expired is swept away', async () => {
  await challenge(from());
  aheadMs += 200_000;
  await world.people.sweep();
  expect(await world.server.database.asSuperuser('select count(*)::int as n from sys_captcha')).toEqual([{ n: 0 }]);
});
