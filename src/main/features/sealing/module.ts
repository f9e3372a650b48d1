import { contextError } from '../../context/errors.ts';
import { randomBytes } from 'node:crypto';
import type { Handlers } from '#preload/contract/call.ts';
import type { ConsoleContract } from '#preload/contract.ts';
import { sealOnRampCredential } from '#protocol/bundle/credential-bundle.ts';
import { QUORUM_RANDOM_LENGTH, sealToQuorumKey } from '#protocol/bundle/quorum-envelope.ts';
import { toUtf8 } from '#protocol/encoding.ts';
import { Secret } from '#protocol/secret.ts';
import type { ConsoleContext } from '../../context/console-context.ts';
import { type ModuleParts, defineModule } from '../../context/module.ts';
import { currentProfile } from '../../context/runtime-state.ts';
import type { ConsoleStorage } from '../../storage/open-storage.ts';

/** Credentials of others, sealed for the service. */
export const sealing = defineModule({
  start: ({ storage }: Pick<ConsoleContext, 'storage'>): ModuleParts<'sealing'> => ({
    handlers: { sealing: sealingHandlers(storage) },
  }),
});

export function sealingHandlers(storage: ConsoleStorage): Handlers<ConsoleContract>['sealing'] {
  return {
    seal: async ({ to, plain }) => {
      const { keys } = await currentProfile(storage);
      if (keys === null) throw contextError('SERVICE_NOT_READY');
      const secret = new Secret(toUtf8(plain));
      try {
        const sealed =
          to === 'onRamp'
            ? await sealOnRampCredential(secret, keys.onRampEncryption)
            : await sealToQuorumKey(
                secret,
                keys.fetcherQuorum,
                Uint8Array.from(randomBytes(QUORUM_RANDOM_LENGTH)),
              );
        return { sealed };
      } finally {
        secret.wipe();
      }
    },
  };
}
