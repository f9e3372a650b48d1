import type { Activity } from '#protocol/activity.ts';
import type { resources } from '#protocol/catalogue/catalogue.ts';
import type { SubmitOperation } from '#protocol/catalogue/operation.ts';
import { GENERIC } from './generic.ts';
import { notesIn, objectNames, titleWith } from './list-names.ts';
import type { NameOf, OperationView, RequestLine, ViewsOf } from './operation-view.ts';
import type { PreviewMaker } from './preview-maker.ts';
import { withTextWarnings } from './text-warnings.ts';
import { withUnmentioned } from './unmentioned.ts';
import { activityViews } from './activities-views.ts';
import { apiKeyViews } from './api-keys-views.ts';
import { authenticatorViews } from './authenticators-views.ts';
import { earnViews } from './earn-views.ts';
import { invitationViews } from './invitations-views.ts';
import { ipAllowlistViews } from './ip-allowlists-views.ts';
import { oauthProviderViews } from './oauth-providers-views.ts';
import { organizationViews } from './organization-views.ts';
import { policyViews } from './policies-views.ts';
import { privateKeyViews } from './private-keys-views.ts';
import { providerCredentialViews } from './provider-credentials-views.ts';
import { secretViews } from './secrets-views.ts';
import { sessionProfileViews } from './session-profiles-views.ts';
import { sessionViews } from './sessions-views.ts';
import { signingViews } from './signing-views.ts';
import { tvcViews } from './tvc-views.ts';
import { userViews } from './users-views.ts';
import { walletViews } from './wallets-views.ts';
import { webhookViews } from './webhooks-views.ts';

/** The views of every file of the catalogue. */
const RESOURCES: { readonly [R in keyof typeof resources]: ViewsOf<(typeof resources)[R]> } = {
  activities: activityViews((operation) => previewMakerOf(operation)),
  apiKeys: apiKeyViews,
  authenticators: authenticatorViews,
  earn: earnViews,
  invitations: invitationViews,
  ipAllowlists: ipAllowlistViews,
  oauthProviders: oauthProviderViews,
  organization: organizationViews,
  policies: policyViews,
  privateKeys: privateKeyViews,
  providerCredentials: providerCredentialViews,
  secrets: secretViews,
  sessionProfiles: sessionProfileViews,
  sessions: sessionViews,
  signing: signingViews,
  solanaHistory: {},
  tvc: tvcViews,
  users: userViews,
  wallets: walletViews,
  webhooks: webhookViews,
};

const VIEWS = new Map<string, OperationView>(
  Object.values(RESOURCES).flatMap((views) => Object.entries<OperationView>(views)),
);

const viewOf = ({ path }: Pick<SubmitOperation, 'path'>): OperationView => VIEWS.get(path) ?? GENERIC;

/**
 * The preview maker of an operation; the generic one of an operation that the catalogue does not know. None leaves a
 * parameter out.
 */
export function previewMakerOf(operation: SubmitOperation): PreviewMaker {
  const view = viewOf(operation);
  const maker = withUnmentioned(
    (parameters, context) => view.preview(operation.parameters.parse(parameters), context),
    view.reads,
  );
  return view.reads === undefined ? withTextWarnings(maker) : maker;
}

/**
 * What a request does, in one line, read on this machine from its intent: its operation's summary with the names of what it is
 * about, where no view has words of its own.
 * @param nameOf names contacts by their addresses, and objects by their IDs
 */
export function lineOf(
  activity: Activity,
  operation: SubmitOperation | undefined,
  nameOf?: NameOf,
): RequestLine {
  if (operation === undefined) {
    const summary = activity.type.replace('ACTIVITY_TYPE_', '').replaceAll('_', ' ').toLowerCase();
    // What the catalogue doesn't know gives no names to what it makes: those of its IDs alone are somebody's.
    const [intent, ...others] = Object.values(activity.intent);
    return titled(others.length > 0 ? summary : titleWith(summary, objectNames('', intent, nameOf)));
  }
  const view = viewOf(operation);
  const intent = operation.parameters.safeParse(activity.intent[operation.intent]);
  if (!intent.success) return titled(view.untitled ?? operation.summary);
  const line = view.line?.(intent.data, nameOf);
  if (line !== undefined) return line;
  const title = view.title?.(intent.data, nameOf);
  const words = title ?? titleWith(operation.summary, objectNames(operation.path, intent.data, nameOf));
  return { ...titled(words), memos: notesIn(intent.data) };
}

const titled = (title: string): RequestLine => ({ title, recipients: [], addresses: [], memos: [] });
