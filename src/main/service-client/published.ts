import { Agent, type Dispatcher } from 'undici';
import { CONFIG_ID_HEADER, type WalletKitConfig, walletKitConfig } from '#protocol/auth-proxy.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { type WebhookKey, readWebhookKeys } from '#protocol/webhook.ts';
import type { WebhookNames } from '#protocol/webhook-names.ts';
import type { Timing } from '../platform/clock.ts';
import { clientError } from './errors.ts';
import { type Request, exchange, readJson } from './exchange.ts';
import type { RoutedPlace, Routes } from './routes.ts';
import { answerInvalid, readErrorBody } from './service-refusal.ts';

/**
 * The base address of a hosted profile: https, or http on this machine only; no user, query or fragment.
 * @throws AppError `PROFILE_ADDRESS_INSECURE`
 */
export function readBaseUrl(text: string): string {
  const url = new URL(text);
  const loopback =
    url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(url.hostname);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback))) {
    throw clientError('PROFILE_ADDRESS_INSECURE');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Where something is published, and the way there; absent for a service on this computer. */
export type PublishedPlace = Pick<RoutedPlace, 'baseUrl'> &
  Partial<Pick<RoutedPlace, 'profileId' | 'network'>>;

/** What a service shows to everybody, without a stamp. Answers are small, and have one deadline whatever comes. */
export interface Published {
  /**
   * The keys that webhooks are signed with (specification, "Key discovery").
   * @param names the members' names in that service's key set
   * @throws ServiceError, AppError `WEBHOOK_KEYS_MALFORMED`
   */
  webhookKeys(place: PublishedPlace, names: WebhookNames): Promise<WebhookKey[]>;
  /** What login front ends are told (specification, "Auth-proxy query"). @throws ServiceError */
  walletKitConfig(place: PublishedPlace, configId: string): Promise<WalletKitConfig>;
  close(): Promise<void>;
}

/** The largest answer that is read, in bytes: 64 keys fit ten times over. */
export const PUBLISHED_LIMIT = 128 * 1024;

/** Where a service publishes the keys of its webhooks. */
export const WEBHOOK_KEYS_PATH = '/public/v1/discovery/webhooks/jwks';

type Limits = Pick<Timing, 'connectMs' | 'headersMs' | 'bodyMs' | 'publishedMs'>;

export function readPublished(timing: Limits, routes: Pick<Routes, 'dispatcher'>): Published {
  const agent = new Agent({
    connect: { timeout: timing.connectMs },
    headersTimeout: timing.headersMs,
    bodyTimeout: timing.bodyMs,
    maxResponseSize: PUBLISHED_LIMIT,
  });
  const wayTo = ({ baseUrl, profileId, network }: PublishedPlace): Dispatcher =>
    profileId === undefined || network === undefined
      ? agent
      : routes.dispatcher({ baseUrl, profileId, network }, PUBLISHED_LIMIT);
  const read = async (place: PublishedPlace, path: string, request: Request): Promise<unknown> => {
    const limitMs = timing.publishedMs;
    const answer = await exchange(wayTo(place), `${place.baseUrl}${path}`, { ...request, limitMs });
    if (answer.status !== 200) throw readErrorBody(answer.status, answer.text);
    return readJson(answer.text);
  };
  return {
    webhookKeys: async (place, names) =>
      readWebhookKeys(await read(place, WEBHOOK_KEYS_PATH, { method: 'GET', headers: {} }), names),
    walletKitConfig: async (place, configId) => {
      const answer = await read(place, '/v1/wallet_kit_config', {
        method: 'POST',
        headers: { 'content-type': 'application/json', [CONFIG_ID_HEADER]: configId },
        body: toUtf8('{}'),
      });
      const parsed = walletKitConfig.safeParse(answer);
      if (!parsed.success) throw answerInvalid('it is no configuration of the auth proxy', parsed.error);
      return parsed.data;
    },
    close: () => agent.destroy(),
  };
}
