import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WebhookEndpoint } from '#protocol/catalogue/webhooks.ts';
import { codeOf, LocalService, resultOf, wrongFields } from '#test/fixtures/local-service.ts';

let service: LocalService;
beforeAll(async () => {
  service = await LocalService.start();
});
afterAll(async () => {
  await service.stop();
});

const missing = '00000000-0000-4000-8000-000000000000';
const wanted = {
  url: 'https://hooks.example.com/activities?x=1',
  name: 'Our hooks',
  subscriptions: [
    { eventType: 'ACTIVITY_UPDATES', filtersJson: '{"status":"ACTIVITY_STATUS_COMPLETED"}', isActive: true },
    { eventType: 'BALANCE_CONFIRMED_UPDATES' },
  ],
};
const create = (changes: object = {}) => service.submit('create_webhook_endpoint', { ...wanted, ...changes });
const list = async () => {
  const sent = await service.query('list_webhook_endpoints');
  return sent.json['webhookEndpoints'] as WebhookEndpoint[];
};

describe('create_webhook_endpoint', () => {
  test('makes an endpoint that the list shows, with its subscriptions', async () => {
    const sent = await create();
    const { endpointId, webhookEndpoint } = resultOf(sent);
    expect(sent.json.activity?.intent).toEqual({ createWebhookEndpointIntent: wanted });
    expect(webhookEndpoint).toEqual({
      endpointId,
      organizationId: service.ready.organizationId,
      url: wanted.url,
      name: wanted.name,
      isActive: true,
      subscriptions: [
        {
          eventType: 'ACTIVITY_UPDATES',
          filtersJson: '{"status":"ACTIVITY_STATUS_COMPLETED"}',
          isActive: true,
        },
        { eventType: 'BALANCE_CONFIRMED_UPDATES', isActive: true },
      ],
    });
    expect(Object.keys(webhookEndpoint as object).slice(0, 5)).toEqual([
      ...['endpointId', 'organizationId', 'url', 'name', 'isActive'],
    ]);
    expect(await list()).toContainEqual(webhookEndpoint);
  });

  test('attack: filters that every activity would have to be held against for long are refused', async () => {
    const filtersJson = JSON.stringify({ type: Array.from({ length: 40 }, (_, at) => `${at}`.padEnd(90)) });
    const subscription = { eventType: 'ACTIVITY_UPDATES', filtersJson };
    const before = await list();
    const sent = await create({ subscriptions: Array.from({ length: 5 }, () => subscription) });
    expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([
      ...[400, 'REQUEST_INVALID', ['parameters.subscriptions']],
    ]);
    expect(await list()).toEqual(before);
    const four = await create({ subscriptions: Array.from({ length: 4 }, () => subscription) });
    expect(four.status).toBe(200);
  });

  test('subscriptions may be left out', async () => {
    const sent = await service.submit('create_webhook_endpoint', { url: wanted.url, name: 'Quiet' });
    expect(resultOf(sent)['webhookEndpoint']).toMatchObject({ name: 'Quiet', subscriptions: [] });
  });

  test.each([
    ['http', 'http://hooks.example.com/'],
    ['SSRF: loopback', 'https://127.0.0.1/'],
    ['SSRF: loopback written as one number', 'https://2130706433/'],
    ['SSRF: loopback over IPv6', 'https://[::1]/'],
    ['SSRF: loopback mapped into IPv6', 'https://[::ffff:7f00:1]/'],
    ['SSRF: localhost', 'https://localhost/'],
    ['SSRF: a private network', 'https://10.1.2.3/'],
    ['SSRF: a metadata service', 'https://169.254.169.254/latest/meta-data'],
    ['SSRF: a metadata service by name', 'https://metadata.google.internal/'],
    ['credential smuggling: user info', 'https://user:password@hooks.example.com/'],
    ['no URL', 'hooks.example.com'],
  ])('%s is refused, and nothing is kept', async (_, url) => {
    const before = await list();
    const sent = await create({ url });
    expect([sent.status, codeOf(sent), wrongFields(sent)]).toEqual([
      ...[400, 'REQUEST_INVALID', ['parameters.url']],
    ]);
    expect(await list()).toEqual(before);
  });

  test.each([
    ['an event type that is not published', { eventType: 'EVERYTHING' }, 'eventType'],
    ['filters that are no JSON', { eventType: 'ACTIVITY_UPDATES', filtersJson: '{' }, 'filtersJson'],
    ['filters that are no object', { eventType: 'ACTIVITY_UPDATES', filtersJson: '[]' }, 'filtersJson'],
  ])('%s: refused', async (_, subscription, field) => {
    const sent = await create({ subscriptions: [wanted.subscriptions[1], subscription] });
    expect([sent.status, wrongFields(sent)]).toEqual([400, [`parameters.subscriptions.1.${field}`]]);
  });

  test('members that are missing or unknown: refused', async () => {
    for (const parameters of [{ name: 'x' }, { url: wanted.url }, { ...wanted, eventTypes: [] }])
      expect((await service.submit('create_webhook_endpoint', parameters)).status).toBe(400);
  });
});

describe('update_webhook_endpoint', () => {
  test('changes what it names and leaves the rest', async () => {
    const { endpointId, webhookEndpoint } = resultOf(await create());
    const first = await service.submit('update_webhook_endpoint', { endpointId, isActive: false });
    expect(resultOf(first)).toEqual({
      endpointId,
      webhookEndpoint: { ...(webhookEndpoint as object), isActive: false },
    });
    const changes = { name: 'Other', url: 'https://other.example.com/' };
    await service.submit('update_webhook_endpoint', { endpointId, ...changes });
    expect(await list()).toContainEqual({ ...(webhookEndpoint as object), ...changes, isActive: false });
  });

  test('SSRF: an endpoint cannot be moved to a private place', async () => {
    const { endpointId, webhookEndpoint } = resultOf(await create());
    const sent = await service.submit('update_webhook_endpoint', { endpointId, url: 'https://192.168.0.1/' });
    expect([sent.status, wrongFields(sent)]).toEqual([400, ['parameters.url']]);
    expect(await list()).toContainEqual(webhookEndpoint);
  });

  test('an endpoint that is not there', async () => {
    const sent = await service.submit('update_webhook_endpoint', { endpointId: missing, name: 'x' });
    expect([sent.status, codeOf(sent)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('delete_webhook_endpoint', () => {
  test('the endpoint is gone, and cannot be deleted again', async () => {
    const { endpointId } = resultOf(await create());
    expect(resultOf(await service.submit('delete_webhook_endpoint', { endpointId }))).toEqual({ endpointId });
    expect((await list()).map((endpoint) => endpoint.endpointId)).not.toContain(endpointId);
    const again = await service.submit('delete_webhook_endpoint', { endpointId });
    expect([again.status, codeOf(again)]).toEqual([404, 'NOT_FOUND']);
  });
});

test('endpoints are there after a restart', async () => {
  const before = await list();
  expect(before.length).toBeGreaterThan(0);
  await service.restart();
  expect(await list()).toEqual(before);
});
