import { describe, expect, it } from 'vitest';
import {
  removeIpAllowlistPreview,
  setIpAllowlistPreview,
} from '#main/features/previews/ip-allowlists-views.ts';
import type { PreviewContext } from '#main/features/previews/preview-maker.ts';
import { removeIpAllowlist, setIpAllowlist } from '#protocol/catalogue/ip-allowlists.ts';

const OWN = '02'.padEnd(66, 'a');
const OTHER = '02'.padEnd(66, 'b');

interface Kept {
  readonly source?: string;
  readonly organization?: string[];
  readonly key?: string[];
}

const context = ({ source, organization, key }: Kept): Pick<PreviewContext, 'ask' | 'self'> => ({
  self: () => Promise.resolve({ publicKey: OWN, source }),
  ask: (_operation, parameters) => {
    const rules = 'publicKey' in (parameters as object) ? key : organization;
    return Promise.resolve({
      allowlist: { rules: (rules ?? []).map((cidr) => ({ cidr })), enabled: rules !== undefined },
    } as never);
  },
});
const signers = { listPrivateKeys: () => Promise.resolve([]), listAccounts: () => Promise.resolve([]) };

const set = async (kept: Kept, parameters: object): Promise<string[]> => {
  const all = { operation: setIpAllowlist, ...signers, ...context(kept) };
  return (await setIpAllowlistPreview(parameters, all)).warnings.map(({ code }) => code);
};
const remove = async (kept: Kept, parameters: object): Promise<string[]> => {
  const all = { operation: removeIpAllowlist, ...signers, ...context(kept) };
  return (await removeIpAllowlistPreview(parameters, all)).warnings.map(({ code }) => code);
};
const HERE = { source: '127.0.0.1' };
const rules = (...cidrs: string[]) => ({ rules: cidrs.map((cidr) => ({ cidr })) });

describe('what a change of an IP allowlist says before it is approved', () => {
  it('says that one stays in', async () => {
    expect(await set(HERE, rules('127.0.0.1/32'))).toEqual(['ALLOWLIST_LETS_YOU_IN']);
    expect(await set(HERE, { enabled: false })).toEqual(['ALLOWLIST_LETS_YOU_IN']);
    expect(await set(HERE, { publicKey: OTHER, ...rules('192.0.2.0/24') })).toEqual([
      'ALLOWLIST_LETS_YOU_IN',
    ]);
    expect(await remove({ ...HERE, organization: ['192.0.2.0/24'] }, {})).toEqual(['ALLOWLIST_LETS_YOU_IN']);
  });

  it('attack: a list that locks its own operator out', async () => {
    expect(await set(HERE, rules('192.0.2.0/24'))).toEqual(['ALLOWLIST_LOCKS_YOU_OUT']);
    expect(await set(HERE, rules())).toEqual(['ALLOWLIST_LOCKS_YOU_OUT']);
    expect(
      await set(
        { ...HERE, organization: ['127.0.0.0/20'] },
        { publicKey: OWN.toUpperCase(), ...rules('192.0.2.0/24') },
      ),
    ).toEqual(['ALLOWLIST_LOCKS_YOU_OUT']);
  });

  it("attack: the removal of a key's list that alone kept its operator in", async () => {
    const kept = { ...HERE, organization: ['192.0.2.0/24'], key: ['127.0.0.1/32'] };
    expect(await remove(kept, { publicKey: OWN })).toEqual(['ALLOWLIST_LOCKS_YOU_OUT']);
    expect(await remove(kept, { publicKey: OTHER })).toEqual(['ALLOWLIST_LETS_YOU_IN']);
  });

  it('does not pretend to know what a distant service sees', async () => {
    expect(await set({}, rules('192.0.2.0/24'))).toEqual(['ALLOWLIST_STANDING_UNKNOWN']);
    expect(await set({}, rules())).toEqual(['ALLOWLIST_LOCKS_YOU_OUT']);
  });

  it('refuses blocks that the service would refuse', async () => {
    await expect(set(HERE, rules('10.0.0.0/8'))).rejects.toMatchObject({ code: 'IP_ALLOWLIST_RULE_INVALID' });
    await expect(set(HERE, rules('here'))).rejects.toMatchObject({ code: 'IP_ALLOWLIST_RULE_INVALID' });
  });
});
