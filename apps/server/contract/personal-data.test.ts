import { expect, test } from 'vitest';
import { personalFieldsOf } from '#kit/fields/personal.ts';
import { revealCode } from '#kit/resource/rights/personal-data.ts';
import { isPersonal } from '#kit/resource/resource.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { domains } from '#apps/domains.ts';

const { features, permissions } = createRegistry(domains);
const nouns = features.flatMap((feature) => (feature.resource && isPersonal(feature.resource) ? [{ feature, noun: feature.resource }] : []));
const namesOf = (noun: (typeof nouns)[number]['noun']) => personalFieldsOf(noun.fields).map(([name]) => `${noun.name}.${name}`);

test('whose numbers there are: a phone, a mailbox or an account that joins them is looked at here', () => {
  expect(nouns.flatMap(({ noun }) => namesOf(noun)).toSorted()).toEqual([
    'agent.agentPhone',
    'car.carPhone',
    'card.cardPhone',
    'chargingOrder.userMobile',
    'companyInvoiceInfo.contactPhone',
    'companyInvoiceInfo.email',
    'consume.mainPartNo',
    'consume.userMobile',
    'couponReceive.mainPartNo',
    'couponUse.mainPartNo',
    'customer.custMail',
    'customer.custPhone',
    'customerStatement.receiver',
    'invoice.companyTel',
    'invoice.recipientEmail',
    'invoice.recipientPhone',
    'invoice.taxCode',
    'invoice.userPhoneNumber',
    'mobileStation.mobileNumber',
    'online.phone',
    'openingBalance.mainPartNo',
    'orderData.mainPartNo',
    'outbox.receiver',
    'prepaidOrder.userMobile',
    'privilegeCardHold.mainPartNo',
    'privilegeCardPayment.mainPartNo',
    'privilegeCardUse.mainPartNo',
    'recharge.mainPartNo',
    'refundOrder.userMobile',
    'reservationOrder.userMobile',
    'statementMail.receiver',
    'station.managerPhone',
    'tenant.contactPhone',
    'user.email',
    'user.phone',
    'user.telephone',
    'userAgentPoints.userMobile',
    'warningAccount.warningAccount',
    'warningLog.warningAccount',
    'writeOff.mainPartNo',
  ]);
});

test('a noun whose rows are looked at one by one shows its numbers in full on request, by a right of its own', () => {
  const without = nouns.filter(({ feature }) => feature.api['queryById'] && !feature.api['reveal']).map(({ noun }) => noun.name);
  // Nobody needs to telephone a person to whom a code was sent.
  expect(without).toEqual(['outbox']);
  const asked = nouns.flatMap(({ feature, noun }) => (feature.api['reveal'] ? [[feature.api['reveal'].allow, revealCode(noun.name)]] : []));
  expect(asked.filter(([allow = '', code]) => allow !== code || !permissions.includes(allow))).toEqual([]);
});

test('their sheets are had in full only when that is said, and no list is sorted by a number', () => {
  const sheets = nouns.flatMap(({ feature, noun }) => (feature.api['exportXls'] ? [[noun.name, 'clear' in feature.api['exportXls'].input]] : []));
  expect(sheets.filter(([, has]) => has !== true)).toEqual([]);
  expect(nouns.flatMap(({ noun }) => personalFieldsOf(noun.fields).filter(([, { sort }]) => sort === true))).toEqual([]);
});

test('no report tells a number', () => {
  expect(features.flatMap(({ report }) => (report ? personalFieldsOf(report.fields) : []))).toEqual([]);
});
