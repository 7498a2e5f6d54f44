import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCertificate, filesIn, writeCertificate } from '#kit/test/certificates.ts';
import { scratchFolder } from '#kit/test/scratch.ts';
import { openTestSite, rowOf, signIn } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

let folder: string;
let site: TestSite;
beforeAll(async () => {
  folder = await mkdtemp(path.join(scratchFolder(), 'chargeops-https-'));
  const { certFile, keyFile } = filesIn(folder);
  await writeCertificate(folder, await createCertificate({ name: 'first.example' }));
  site = await openTestSite({ TLS_CERT: certFile, TLS_KEY: keyFile, OCPP_TLS_PORT: '0', PILE_TLS_PORT: '0' });
});
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

test('over HTTPS a person signs in, hears what happens, and keeps the session while the certificate is renewed', async () => {
  const { url, adminPassword } = site.product;
  expect(url).toMatch(/^https:/);
  const { page, pageFaults } = await site.visitor({ ignoreHTTPSErrors: true });
  const live = page.waitForEvent('websocket');
  await page.goto(`${url}/#/system/user`);
  await signIn(page, { username: 'admin', password: adminPassword });
  await rowOf(page, 'admin').first().waitFor();
  expect((await live).url()).toMatch(/^wss:/);

  await writeCertificate(folder, await createCertificate({ name: 'second.example' }));
  // Who comes anew is shown the new certificate; whoever is here stays.
  await expect
    .poll(
      async () => {
        const other = await site.visitor({ ignoreHTTPSErrors: true, userAgent: 'another browser' });
        const response = await other.page.goto(`${url}/mark.svg?${Date.now()}`);
        const details = await response?.securityDetails();
        await other.page.context().close();
        return details?.subjectName;
      },
      { interval: 500 },
    )
    .toBe('second.example');
  await page.getByRole('button', { name: 'Refresh' }).first().click();
  await rowOf(page, 'admin').first().waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
