import type * as webhooks from '#protocol/catalogue/webhooks.ts';
import { GENERIC } from './generic.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import {
  type WebhookEndpoint,
  type createWebhookEndpoint,
  listWebhookEndpoints,
  type updateWebhookEndpoint,
} from '#protocol/catalogue/webhooks.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { answerOf } from './answers.ts';
import { NOTHING_EXPECTED, type PreviewContext } from './preview-maker.ts';
import { restOfFacts } from './rest-of-facts.ts';
import { previewWarning } from './warnings.ts';

/** "Send events to hooks.example.com", and whether anything goes there today. */
export const createWebhookEndpointPreview: PreviewOf<typeof createWebhookEndpoint> = async (
  parameters,
  context,
) => {
  const { url, name, subscriptions } = parameters;
  const known = await readEndpoints(context);
  const facts = placeFacts(url, known);
  const events = (subscriptions ?? []).map(({ eventType }) => revealInvisible(eventType)).join(', ');
  return {
    sentence: [
      {
        kind: 'text',
        value: `Send ${events === '' ? 'events' : events} to ${hostOf(url)} as “${revealInvisible(name)}”.`,
      },
    ],
    facts: [...facts, ...(await restOfFacts(parameters, context, facts))],
    warnings: [endpointWarning(url, known)],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

/** Says which endpoint changes, and where its events go from then on. */
export const updateWebhookEndpointPreview: PreviewOf<typeof updateWebhookEndpoint> = async (
  parameters,
  context,
) => {
  const { endpointId, url } = parameters;
  const known = await readEndpoints(context);
  const now = known?.find((each) => each.endpointId === endpointId);
  const which = now === undefined ? endpointId : `“${revealInvisible(now.name)}”`;
  const facts: Fact[] = [
    ...(url == null ? [] : placeFacts(url, known)),
    ...(now === undefined
      ? []
      : [{ label: 'URL now', value: revealInvisible(now.url), kind: 'text' as const }]),
  ];
  const value =
    url == null
      ? `Change the webhook endpoint ${which}.`
      : `Send the events of the webhook endpoint ${which} to ${hostOf(url)}.`;
  return {
    sentence: [{ kind: 'text', value }],
    facts: [...facts, ...(await restOfFacts(parameters, context, facts))],
    warnings: url == null ? [] : [endpointWarning(url, known)],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

const readEndpoints = async ({
  ask,
}: Pick<PreviewContext, 'ask'>): Promise<readonly WebhookEndpoint[] | undefined> =>
  (await answerOf(ask(listWebhookEndpoints, {})))?.webhookEndpoints;

const placeFacts = (url: string, known: readonly WebhookEndpoint[] | undefined): Fact[] => [
  {
    label: 'Data goes to',
    value: hostOf(url),
    kind: 'text',
    note: isKnown(url, known) ? 'an endpoint of this organization is there today' : 'unknown host',
  },
  { label: 'URL', value: revealInvisible(url), kind: 'text' },
];

/** Where deliveries to a URL go; the text itself where it is no URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : revealInvisible(url));

const isKnown = (url: string, known: readonly WebhookEndpoint[] | undefined): boolean =>
  known?.some((each) => hostOf(each.url) === hostOf(url)) ?? false;

/** @param known the endpoints that are there; undefined where they could not be read */
export const endpointWarning = (url: string, known: readonly WebhookEndpoint[] | undefined): Warning =>
  previewWarning(isKnown(url, known) ? 'KNOWN_ENDPOINT' : 'FOREIGN_ENDPOINT', { host: hostOf(url) });

export const webhookViews: ViewsOf<typeof webhooks> = {
  create_webhook_endpoint: { preview: createWebhookEndpointPreview },
  update_webhook_endpoint: { preview: updateWebhookEndpointPreview },
  delete_webhook_endpoint: GENERIC,
};
