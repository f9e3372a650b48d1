import { Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { NamedNode, NodePlace } from '#preload/contract/nodes.ts';
import type { Profile } from '#preload/contract/profiles.ts';
import { getConsole } from '../../bridge/console.ts';
import { useQuery } from '../../bridge/query.ts';
import { useTask } from '../../bridge/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toasts.ts';
import { namedNodes } from './named-nodes.ts';
import styles from './settings.module.css';
import { SETTINGS_TEXT } from './text.ts';

const TEXT = SETTINGS_TEXT.nodes;

const save = async (node: NodePlace & { readonly address: string }): Promise<true> => {
  await getConsole().nodes.name(node);
  return true;
};
const remove = async (place: NodePlace): Promise<void> => {
  await getConsole().nodes.remove(place);
  await namedNodes.load(place.profileId);
};

/** What a network is chosen by: its number alone may be another chain's name. */
const idOf = ({ type, network }: Pick<NodePlace, 'type' | 'network'>): string => `${type} ${network}`;

/** Names the nodes of a profile, one for a network. */
export function NodesDialog({
  profile,
  onClose,
}: {
  readonly profile: Profile;
  readonly onClose: () => void;
}): ReactNode {
  const known = useQuery(namedNodes, profile.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<{ network?: string; address?: string }>({});
  const saving = useTask(save);
  const removing = useTask(remove);
  const { named, networks } = known.state === 'ready' ? known.value : { named: [], networks: [] };
  const nameOf = (node: NamedNode): string =>
    networks.find((each) => idOf(each) === idOf(node))?.name ?? node.network;
  const submit = async (): Promise<void> => {
    const network = networks.find((each) => idOf(each) === chosen);
    const url = address.trim();
    const isAddress = URL.canParse(url) && /^https?:/i.test(url);
    setFault({
      ...(network === undefined ? { network: TEXT.networkMissing } : {}),
      ...(isAddress ? {} : { address: TEXT.addressMissing }),
    });
    if (network === undefined || !isAddress || saving.busy) return;
    const { name, ...place } = network;
    if (!(await saving.run({ profileId: profile.id, ...place, address: url }))) return;
    showToast({ tone: 'good', title: TEXT.saved(name) });
    onClose();
  };
  return (
    <FormDialog
      title={TEXT.title(profile.name)}
      effect="write"
      wide
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={TEXT.save}
      isDisabled={removing.busy}
      isPending={saving.busy}
      error={saving.error ?? removing.error ?? (known.state === 'failed' ? known.error : null)}
    >
      <div className={styles['text']}>{TEXT.note}</div>
      {known.state === 'ready' && named.length === 0 && <div className={styles['text']}>{TEXT.none}</div>}
      {named.length > 0 && (
        <Facts>
          {named.map((node) => (
            <FactRow key={idOf(node)} label={nameOf(node)}>
              <div className={styles['node']}>
                <code className={styles['words']}>{node.origin}</code>
                <Button
                  small
                  kind="quiet"
                  icon={Trash2}
                  isDisabled={removing.busy || saving.busy}
                  aria-label={TEXT.remove(nameOf(node))}
                  onPress={() =>
                    void removing.run({ profileId: profile.id, type: node.type, network: node.network })
                  }
                />
              </div>
            </FactRow>
          ))}
        </Facts>
      )}
      <Select
        label={TEXT.network}
        placeholder={TEXT.choose}
        options={networks.map((each) => ({ id: idOf(each), label: each.name }))}
        value={chosen}
        onChange={setChosen}
        isDisabled={known.state !== 'ready'}
      />
      <TextInput
        label={TEXT.address}
        mono
        value={address}
        onChange={setAddress}
        placeholder="https://node.example.com"
        spellCheck="false"
        maxLength={500}
        help={TEXT.addressHelp}
        error={fault.network ?? fault.address}
      />
    </FormDialog>
  );
}
