import { create } from 'zustand';
import { violationWords } from '#protocol/status.ts';
import { onOtherProfile } from '../bridge/app-state.ts';
import { asBridgeError } from '../bridge/console.ts';

/** A short word about something that was done; it goes by itself. */
export interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad' | 'plain';
  readonly title: string;
  readonly text?: string;
}

export const useToasts = create<{ readonly toasts: readonly Toast[] }>(() => ({ toasts: [] }));

const SHOWN_MS = 5000;
let last = 0;

/** Takes a toast away. */
export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

// What was done in one profile is not told in another.
onOtherProfile(() => useToasts.setState({ toasts: [] }));

/** Shows a toast for five seconds; refusals stay until they are dismissed. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  const id = (last += 1);
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.slice(-2), { ...toast, id }] }));
  if (toast.tone !== 'bad') setTimeout(() => dismissToast(id), SHOWN_MS);
}

/** Does something that has no place of its own for a refusal, and shows that as a toast. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    const { message, remedy, service } = asBridgeError(thrown);
    const text = [violationWords(service?.fieldViolations ?? []), remedy].filter((words) => words !== '');
    showToast({ tone: 'bad', title: message, text: text.join('. ') });
  }
}
