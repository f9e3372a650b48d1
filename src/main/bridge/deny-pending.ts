import { z } from 'zod';
import type { Envelope } from '#preload/contract/call.ts';
import type { Surface } from '../platform/host.ts';

const shown = z.object({ preview: z.object({ id: z.string() }) });

/**
 * Denies what is under review in the approval surface's name: for a surface that was closed, or whose page died,
 * without a decision. Does nothing when nothing is under review.
 */
export async function denyPending(
  dispatch: (surface: Surface, name: string, input: unknown) => Promise<Envelope>,
): Promise<void> {
  const current = await dispatch('approval', 'approval.current', undefined);
  const view = shown.safeParse(current.ok ? current.value : undefined);
  if (!view.success) return;
  await dispatch('approval', 'approval.decide', { previewId: view.data.preview.id, decision: 'deny' });
}
