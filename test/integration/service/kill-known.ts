import type { Activity } from '#protocol/activity.ts';

/** Every text below a member of this name, or of its plural, however deep. */
export function textsOf(value: unknown, member: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (name !== member && name !== `${member}s`) return textsOf(inner, member);
    return typeof inner === 'string' ? [inner] : (inner as string[]);
  });
}

/** Members of results that name what later requests can work on. */
const PLAIN = [
  ...['apiKeyIds', 'walletId', 'privateKeyId', 'policyId', 'secretIds', 'endpointId'],
  ...['fiatOnRampCredentialId', 'oauth2CredentialId', 'appId', 'wrapperAddress', 'enclaveTargetMessages'],
];

/** Beside the three keys of a user's own. */
const LOGINS = 6;

/** What has been acknowledged and can be worked on: ids by the result member that told them. */
export class Known {
  readonly #ids = new Map<string, string[]>();
  readonly #random: () => number;
  waiting: Activity[] = [];
  /** The invitation of an address of electronic mail. */
  readonly #invited = new Map<string, string>();

  constructor(random: () => number) {
    this.#random = random;
  }

  #list(kind: string): string[] {
    const list = this.#ids.get(kind) ?? [];
    this.#ids.set(kind, list);
    return list;
  }

  add(kind: string, ids: readonly string[]): void {
    this.#list(kind).push(...ids);
  }

  /** One of a kind, or undefined. */
  one(kind: string): string | undefined {
    const list = this.#list(kind);
    return list[Math.floor(this.#random() * list.length)];
  }

  /** One of a kind that is given to nobody else afterwards, or undefined. */
  last(kind: string): string | undefined {
    const list = this.#list(kind);
    return list.shift();
  }

  /** Takes in what a completed activity made. */
  learn({ status, type, intent, result }: Activity): void {
    if (status !== 'ACTIVITY_STATUS_COMPLETED') return;
    const of = (name: RegExp): boolean => name.test(type);
    const [userId = ''] = textsOf(intent, 'userId');
    const pairs = (ids: readonly string[]): string[] => ids.map((id) => `${userId} ${id}`);
    if (of(/_EARN_DEPOSIT$/)) {
      const [wrapper, signer] = ['wrapperAddress', 'signWith'].map((member) => textsOf(intent, member)[0]);
      this.add('positions', [`${wrapper ?? ''} ${signer ?? ''}`]);
    }
    if (!of(/_(CREATE|INIT|IMPORT|EARN_DEPLOY)_/)) return;
    for (const member of PLAIN) this.add(member, [...new Set(textsOf(result, member))]);
    for (const name of ['initImportPrivateKeyResult', 'initImportWalletResult'])
      this.add(name, textsOf(result?.[name], 'importBundle'));
    if (of(/_CREATE_USERS/)) this.#learnUsers(intent, result);
    if (of(/_CREATE_INVITATIONS/)) this.#learnInvitations(intent, result);
    if (of(/_CREATE_WALLET$/)) this.add('addresses', textsOf(result, 'addresses'));
    if (of(/_IMPORT_PRIVATE_KEY$/)) this.add('ethereumKeys', textsOf(result, 'privateKeyId'));
    if (of(/_CREATE_API_KEYS/)) {
      this.add('apiKeyPublic', textsOf(intent, 'publicKey'));
      this.add('apiKeyPairs', pairs(textsOf(result, 'apiKeyIds')));
    }
    if (of(/_CREATE_AUTHENTICATORS/))
      this.add('authenticatorPairs', pairs(textsOf(result, 'authenticatorIds').slice(1)));
    if (of(/_CREATE_OAUTH_PROVIDERS/)) {
      this.add('providerPairs', pairs(textsOf(result, 'providerIds').slice(1)));
      // An eleventh expiring key of a user would push out another, so a subject logs in so often and no more.
      const [subject = ''] = textsOf(intent, 'sub');
      this.add('subjects', Array<string>(LOGINS).fill(subject));
    }
  }

  /** The first of two users can be deleted, the second one keeps what it gets. */
  #learnUsers(intent: unknown, result: unknown): void {
    const [first = '', second = ''] = textsOf(result, 'userIds');
    this.add('userIds', [first]);
    for (const kind of ['forKeys', 'forPasskeys', 'forProviders', 'forNames']) this.add(kind, [second]);
    const invitation = this.#invited.get(textsOf(intent, 'userEmail')[0] ?? '');
    if (invitation !== undefined) this.add('acceptable', [`${invitation} ${second}`]);
  }

  /** The first of two invitations can be withdrawn, the second one is accepted by the next user of its address. */
  #learnInvitations(intent: unknown, result: unknown): void {
    const [first = '', second = ''] = textsOf(result, 'invitationIds');
    const [, email = ''] = textsOf(intent, 'receiverUserEmail');
    this.add('invitationIds', [first]);
    this.#invited.set(email, second);
    this.add('invitedEmails', [email]);
  }
}
