import { getConsole } from '../../bridge/console.ts';
import { go } from '../../navigation/navigation.ts';
import { showToast } from '../../ui/toasts.ts';

/** Shows what the privileged side notices, and goes where a notification on the desktop was pressed. Gives back its end. */
export function followNotices(): () => void {
  const { activities } = getConsole();
  const ends = [
    activities.noticed(({ title, text }) => showToast({ tone: 'plain', title, text })),
    activities.opened(({ activityId }) => go('activities', activityId)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
