import type * as organization from '#protocol/catalogue/organization.ts';
import type { PreviewOf, ViewsOf } from './operation-view.ts';
import { countOf } from './list-names.ts';
import { updateRootQuorumPreview } from './update-root-quorum.ts';
import {
  getOrganizationConfigs,
  type removeOrganizationFeature,
  type setOrganizationFeature,
} from '#protocol/catalogue/organization.ts';
import type { Fact, Warning } from '#chains/model/decoded.ts';
import { FEATURE_WORDS, type FeatureName } from '#protocol/feature-text.ts';
import { revealInvisible } from '#protocol/invisible-characters.ts';
import { endpointWarning, hostOf } from './webhooks-views.ts';
import { answerOf } from './answers.ts';
import { NOTHING_EXPECTED, type PreviewReads } from './preview-maker.ts';
import { previewWarning } from './warnings.ts';

/** Features that let people in by something else than their keys, and whom. */
const WAYS_IN = {
  FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY: 'FEATURE_LETS_IN.rootEmail',
  FEATURE_NAME_EMAIL_RECOVERY: 'FEATURE_LETS_IN.emailRecovery',
  FEATURE_NAME_EMAIL_AUTH: 'FEATURE_LETS_IN.email',
  FEATURE_NAME_OTP_EMAIL_AUTH: 'FEATURE_LETS_IN.email',
  FEATURE_NAME_SMS_AUTH: 'FEATURE_LETS_IN.sms',
  FEATURE_NAME_AUTH_PROXY: 'FEATURE_LETS_IN.proxy',
} as const satisfies Partial<Record<FeatureName, string>>;

/** Says which feature is set, to what, and whom it lets in. */
export const setOrganizationFeaturePreview: PreviewOf<typeof setOrganizationFeature> = async (
  { name, value },
  context,
) => {
  const features = await readFeatures(context);
  const now = features?.find((each) => each.name === name)?.value;
  const isOrigins = name === 'FEATURE_NAME_WEBAUTHN_ORIGINS';
  const origins = isOrigins ? originsOf(value) : [];
  const known = isOrigins ? originsOf(now ?? '') : [];
  const foreign = origins.filter((origin) => !known.includes(origin));
  return {
    sentence: [{ kind: 'text', value: sentenceOf(name, origins, value) }],
    facts: [
      ...origins.map((origin): Fact => ({
        label: 'Origin',
        value: revealInvisible(origin),
        kind: 'text',
        note: known.includes(origin) ? 'allowed today' : 'unknown: not allowed today',
      })),
      { label: 'Feature', value: FEATURE_WORDS[name], kind: 'text', note: name },
      { label: 'Value', value: value === '' ? 'none' : revealInvisible(value), kind: 'text' },
      ...valueNow(features, now),
    ],
    warnings: [
      ...(foreign.length === 0 ? [] : [foreignOrigins(foreign)]),
      ...(name === 'FEATURE_NAME_WEBHOOK' && value !== '' ? [endpointWarning(value, undefined)] : []),
      ...wayIn(name),
    ],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

/** Says which feature goes, and what it is now. */
export const removeOrganizationFeaturePreview: PreviewOf<typeof removeOrganizationFeature> = async (
  { name },
  context,
) => {
  const features = await readFeatures(context);
  const now = features?.find((each) => each.name === name)?.value;
  return {
    sentence: [{ kind: 'text', value: `Turn off ${quoted(name)}.` }],
    facts: [
      { label: 'Feature', value: FEATURE_WORDS[name], kind: 'text', note: name },
      ...valueNow(features, now),
    ],
    warnings: name === 'FEATURE_NAME_WEBAUTHN_ORIGINS' ? [previewWarning('ORIGINS_NOT_LIMITED')] : [],
    reading: null,
    expectation: NOTHING_EXPECTED,
  };
};

/** Undefined where the service could not be asked. */
const readFeatures = async ({ ask }: Pick<PreviewReads, 'ask'>) =>
  (await answerOf(ask(getOrganizationConfigs, {})))?.configs.features;

const quoted = (name: FeatureName): string => `“${FEATURE_WORDS[name]}”`;

function sentenceOf(name: FeatureName, origins: readonly string[], value: string): string {
  if (name === 'FEATURE_NAME_WEBAUTHN_ORIGINS')
    return `Let passkeys be used on ${origins.map(revealInvisible).join(', ') || 'no origin'}.`;
  if (name === 'FEATURE_NAME_WEBHOOK') return `Send activity events to ${hostOf(value)}.`;
  return `Turn on ${quoted(name)}.`;
}

const valueNow = (features: readonly unknown[] | undefined, now: string | undefined): Fact[] =>
  features === undefined
    ? []
    : [
        {
          label: 'Value now',
          value: now === undefined || now === '' ? 'Not set' : revealInvisible(now),
          kind: 'text',
        },
      ];

const wayIn = (name: FeatureName): Warning[] =>
  name in WAYS_IN
    ? [previewWarning(WAYS_IN[name as keyof typeof WAYS_IN], { feature: FEATURE_WORDS[name] })]
    : [];

const foreignOrigins = (origins: readonly string[]): Warning =>
  previewWarning('FOREIGN_ORIGIN', { origins: origins.map(revealInvisible).join(', ') });

/** Origins as a JSON list, or as text with commas between them, as the service reads them. */
function originsOf(value: string): string[] {
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed)) return parsed.map(String);
  } catch {
    // Not JSON: an origin, or several with commas.
  }
  return value
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
}

const shortName = (name: string): string => name.replace(/^FEATURE_NAME_/, '');

export const organizationViews: ViewsOf<typeof organization> = {
  set_organization_feature: {
    preview: setOrganizationFeaturePreview,
    title: ({ name }) => `Set feature ${shortName(name)}`,
  },
  remove_organization_feature: {
    preview: removeOrganizationFeaturePreview,
    title: ({ name }) => `Remove feature ${shortName(name)}`,
  },
  update_root_quorum: {
    preview: updateRootQuorumPreview,
    title: ({ threshold, userIds }) =>
      `Root quorum: ${threshold} of ${countOf(userIds.length, 'user', 'users')}`,
  },
};
