import { violationWords } from '#protocol/status.ts';
import { showToast } from './toasts.ts';
import { asBridgeError } from '../bridge/bridge-error.ts';

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
