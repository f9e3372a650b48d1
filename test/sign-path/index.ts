import type { PrivateKey } from '#protocol/catalogue/private-keys.ts';
import type { Outcome, Preview } from '#preload/contract/requests.ts';
import { buildApi } from '#preload/api.ts';
import { bindingWire } from '#preload/publish-api.ts';
import { shapeOf } from '#preload/contract/call.ts';
import { approvalContract } from '#preload/approval-contract.ts';
import { contract } from '#preload/contract.ts';
import { type Clock, systemClock } from '#main/platform/clock.ts';
import type { Surface } from '#main/platform/host.ts';
import { runOnWorld } from '../fixtures/console-on-world.ts';
import { LocalService } from '../fixtures/local-service.ts';
import { memoryKeychain } from '../fixtures/memory-keychain.ts';

/** A transfer of Ether: nonce 9, 20 gwei, 21,000 gas, to 0x3535…, 1 Ether, chain 1 (EIP-155's own example). */
const UNSIGNED =
  '0xec098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a764000080018080';
const CURVE = 'CURVE_SECP256K1';

/** A keychain that does not say whether it is locked: keys are read from it each time that they are used. */
const UNTOLD = {
  state: () => Promise.resolve('unknown' as const),
  follow: () => undefined,
  close: () => undefined,
};

/** So long nothing that signs waits, in ms. */
const LOOKS_MS = 1_000;

/** A clock without the looks that come by it (idle lock, disk, sessions' ends): on a slow machine one falls into the signing. */
const CLOCK: Clock = {
  ...systemClock,
  after: (ms, fn) => (ms < LOOKS_MS ? systemClock.after(ms, fn) : () => undefined),
};

/**
 * Signs one Ethereum transfer through the preload's API, the approval surface and the service, with the key of the stamp read
 * from the keychain.
 * @param around gets what signs; what runs inside it is the path
 */
export async function signOnce(around: (sign: () => Promise<void>) => Promise<void>): Promise<void> {
  const service = await LocalService.start();
  const quiet = { watchMs: 3_600_000 };
  const { running, stop } = await runOnWorld(service, {
    timing: quiet,
    clock: CLOCK,
    keychain: { ...memoryKeychain(), lock: UNTOLD },
  });
  const apiOf = (surface: Surface) => {
    const keyopsCall = (name: string, input: unknown) => running.console.dispatch(surface, name, input);
    return buildApi(
      shapeOf(surface === 'console' ? contract : approvalContract),
      bindingWire({ keyopsCall }),
    );
  };
  const [window, surface] = [apiOf('console'), apiOf('approval')];
  const value = async <T>(answer: unknown): Promise<T> => {
    const envelope = (await answer) as { ok: boolean; value: T };
    if (!envelope.ok) throw new Error(JSON.stringify(envelope));
    return envelope.value;
  };
  try {
    await service.createPrivateKey(CURVE, ['ADDRESS_FORMAT_ETHEREUM']);
    const [key] = await running.call<PrivateKey[]>('keys.list');
    await running.call('app.recheck');
    await around(async () => {
      const preview = await value<Preview>(
        window['requests']?.['prepare']?.({
          operation: 'sign_transaction',
          parameters: {
            signWith: key?.privateKeyId,
            unsignedTransaction: UNSIGNED,
            type: 'TRANSACTION_TYPE_ETHEREUM',
          },
        }),
      );
      running.host.press();
      const reviewed = window['requests']?.['review']?.({ previewId: preview.id });
      await running.host.until(() => running.host.approvalShown);
      await value(surface['approval']?.['decide']?.({ previewId: preview.id, decision: 'approve' }));
      const outcome = await value<Outcome>(reviewed);
      if (outcome.state !== 'completed') throw new Error(`The transfer is ${outcome.state}.`);
    });
  } finally {
    await stop();
    await service.stop();
  }
}
