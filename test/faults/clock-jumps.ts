import type { Signer } from '#protocol/stamp.ts';
import { codeOf, freshSigner, LocalService } from '../fixtures/local-service.ts';
import { Broken, below } from './power-cuts.ts';

const HOUR = 3_600_000;
const LASTS_S = 900;
/** A user has ten expiring keys, and the eleventh takes the oldest one's place (PROTOCOL.md, section 5); one is begun at the end. */
const MOST_BEGUN = 9;

/** A session, and how much time that nobody can set it has left. */
interface Session {
  readonly signer: Signer;
  readonly overMs: number;
}

/**
 * The service's clock is set back and ahead while time passes, and over restarts. A session that is over is never good
 * again, whatever the clock says; and one that was never touched by a clock set ahead lasts as long as it was asked for.
 * @returns how often the clock jumped
 */
export async function clockJumps(random: () => number): Promise<number> {
  const service = await LocalService.start();
  let sessions: Session[] = [];
  let begun = 0;
  let jumps = 0;
  let passedMs = 0;
  const pass = (ms: number): void => {
    service.now += ms;
    service.steadyMs += ms;
    passedMs += ms;
  };
  const begin = async (): Promise<void> => {
    const signer = freshSigner();
    const sent = await service.submit('create_api_keys', {
      userId: service.ready.rootUserId,
      apiKeys: [
        {
          apiKeyName: 'Session',
          publicKey: signer.publicKey,
          curveType: 'API_KEY_CURVE_P256',
          expirationSeconds: String(LASTS_S),
        },
      ],
    });
    if (sent.status !== 200) throw new Broken(`a session was refused after a clock jump: ${sent.text}`);
    begun += 1;
    sessions.push({ signer, overMs: passedMs + LASTS_S * 1000 });
  };
  const check = async (isAhead = false): Promise<void> => {
    for (const { signer, overMs } of sessions) {
      const refusal = codeOf(await service.query('whoami', {}, signer));
      if (passedMs >= overMs && refusal === undefined)
        throw new Broken('a session that was over is good again');
      // A clock that is ahead may refuse one; once it is right again, the session is good for what it has left.
      if (passedMs < overMs && refusal !== undefined && !isAhead)
        throw new Broken(`a session was over before its time: ${JSON.stringify(refusal)}`);
    }
  };
  try {
    for (let step = 0; step < 30; step += 1) {
      const what = random();
      if (what < 0.3) {
        if (begun < MOST_BEGUN) await begin();
      } else if (what < 0.6) pass(below(random, 2 * LASTS_S * 1000));
      else if (what < 0.85) {
        // Back far, or ahead by mistake and back again.
        const ms = HOUR * (1 + below(random, 48));
        if (random() < 0.6) service.now -= ms;
        else {
          service.now += ms;
          await check(true);
          service.now -= ms;
        }
        jumps += 1;
      } else {
        await service.halt();
        service.now -= HOUR * below(random, 24);
        service.steadyMs = 0;
        await service.restart();
        jumps += 1;
        // Over a restart nobody knows how much time passed but the clock that was noted.
        sessions = sessions.filter(({ overMs }) => passedMs >= overMs);
      }
      await check();
    }
    await begin();
    const last = sessions.at(-1);
    if (last !== undefined && codeOf(await service.query('whoami', {}, last.signer)) !== undefined)
      throw new Broken('a new session is not good after clock jumps');
    return jumps;
  } finally {
    await service.stop();
  }
}
