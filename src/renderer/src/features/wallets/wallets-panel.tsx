import { Download, Plus, Wallet as WalletIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { FORMAT_NAMES } from '#chains/addresses/format-names.ts';
import type { Wallet, WalletAccount } from '#protocol/catalogue/wallets.ts';
import { useQuery } from '../../bridge/query.ts';
import { go, useNavigation } from '../../navigation/navigation.ts';
import { Button } from '../../ui/button.tsx';
import { FactRow, Facts } from '../../ui/facts.tsx';
import { Refusal } from '../../ui/notes.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Copied } from '../../ui/values.tsx';
import { ExportButton } from '../export/choose-card.tsx';
import { FoundList } from '../filters/found-list.tsx';
import { DetailSection, Item, ItemList, NameCell, TimestampText } from '../records/detail-section.tsx';
import { RecordBrowser, type RecordKind } from '../records/record-browser.tsx';
import { RequestButton } from '../records/record-request.tsx';
import { SignButton } from '../signers/sign-button.tsx';
import { signerOfAccount } from '../signers/signers.ts';
import { CreateWalletDialog } from './create-dialog.tsx';
import { readNewWalletFocus } from './new-wallet-focus.ts';
import { WALLET_TEXT } from './text.ts';
import { accountsOfWallet, wallets } from './wallets-store.ts';

const TEXT = WALLET_TEXT.wallets;

const KIND: RecordKind<Wallet> = {
  list: 'wallets',
  title: TEXT.title,
  words: TEXT.nouns,
  icon: WalletIcon,
  id: (wallet) => wallet.walletId,
  name: (wallet) => wallet.walletName,
  text: (wallet) => historyOf(wallet),
  columns: [
    {
      id: 'name',
      title: WALLET_TEXT.name,
      grow: true,
      cell: (wallet) => <NameCell name={wallet.walletName} detail={historyOf(wallet)} />,
    },
    { id: 'created', title: WALLET_TEXT.created, cell: (wallet) => <TimestampText at={wallet.createdAt} /> },
  ],
  empty: {
    title: TEXT.empty,
    text: TEXT.emptyHint,
  },
};

/** Wallets, and the accounts that each derives. */
export function WalletsPanel({ tools }: { tools: ReactNode }): ReactNode {
  const accounts = accountsOfWallet.useStore(({ state }) => state);
  return (
    <>
      <AskedWallet />
      <RecordBrowser
        kind={KIND}
        records={useQuery(wallets)}
        onRetry={() => void wallets.load()}
        tools={tools}
        action={
          <>
            <Button icon={Download} onPress={() => go('import', 'wallet')}>
              {TEXT.import}
            </Button>
            <CreateButton />
          </>
        }
        detail={(wallet) => <WalletDetail wallet={wallet} />}
        isDetailKnown={({ walletId }) => accountsOfWallet.isAbout(walletId) && accounts !== 'loading'}
        actions={({ walletId, walletName }) => (
          <>
            <RequestButton
              operation="update_wallet"
              initial={{ walletId, walletName }}
              locked={['walletId']}
              aria-label={TEXT.renameName(walletName)}
            >
              {TEXT.rename}
            </RequestButton>
            <RequestButton
              operation="create_wallet_accounts"
              initial={{ walletId }}
              locked={['walletId']}
              icon={Plus}
              aria-label={TEXT.addAccountsTo(walletName)}
            >
              {TEXT.addAccounts}
            </RequestButton>
            <ExportButton kind="wallet" id={walletId} name={walletName} />
          </>
        )}
      />
    </>
  );
}

/** The wallet that the search was asked to create: its approval comes at once, as it does after the form. */
function AskedWallet(): ReactNode {
  const [name, setName] = useState(() => readNewWalletFocus(useNavigation.getState().focus));
  useEffect(() => {
    // Asked for once: who comes back asks for nothing.
    if (name !== null) useNavigation.setState({ focus: null });
  }, [name]);
  return name === null ? null : <CreateWalletDialog asked={name} onClose={() => setName(null)} />;
}

function CreateButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" icon={Plus} onPress={() => setOpen(true)}>
        {TEXT.create}
      </Button>
      {isOpen && <CreateWalletDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function historyOf({ imported, exported }: Wallet): string {
  const words = [imported && TEXT.imported, exported && TEXT.exported].filter((word) => word !== false);
  return words.length === 0 ? TEXT.neverExported : words.join(' · ');
}

function WalletDetail({ wallet }: { wallet: Wallet }): ReactNode {
  const accounts = useQuery(accountsOfWallet, wallet.walletId);
  return (
    <>
      <Facts>
        <FactRow label={TEXT.history}>{historyOf(wallet)}</FactRow>
        <FactRow label={WALLET_TEXT.created}>
          <TimestampText at={wallet.createdAt} exact />
        </FactRow>
        <FactRow label={TEXT.id}>
          <Copied value={wallet.walletId} what={TEXT.copyId} />
        </FactRow>
      </Facts>
      <DetailSection title={TEXT.accounts}>
        {accounts.state === 'loading' && (
          <div aria-busy="true">
            <Skeleton lines={3} />
          </div>
        )}
        {accounts.state === 'failed' && <Refusal error={accounts.error} />}
        {accounts.state === 'ready' && <Accounts accounts={accounts.value} wallet={wallet} />}
      </DetailSection>
    </>
  );
}

interface AccountsProps {
  readonly accounts: readonly WalletAccount[];
  readonly wallet: Wallet;
}

const Accounts = ({ accounts, wallet: { walletId, walletName } }: AccountsProps): ReactNode => (
  <FoundList
    list="accounts"
    of={walletId}
    label={TEXT.accountsOf(walletName)}
    rows={accounts}
    textOf={accountText}
  >
    {(shown) => (
      <ItemList none={TEXT.noAccounts}>{shown.map((account) => accountItem(account, walletName))}</ItemList>
    )}
  </FoundList>
);

const accountText = ({ walletAccountId, address, name, path, addressFormat }: WalletAccount): string =>
  [address, name, path, FORMAT_NAMES[addressFormat], walletAccountId].filter(Boolean).join(' ');

/** Accounts without a name are told apart by their formats first. */
const nameOf = ({ name, addressFormat }: WalletAccount): string => name ?? FORMAT_NAMES[addressFormat];

const accountItem = (account: WalletAccount, walletName: string): ReactNode => (
  <Item
    key={account.walletAccountId}
    name={<b>{nameOf(account)}</b>}
    detail={
      <>
        <Copied value={account.address} what={TEXT.copyAddress(account.path)} />
        {[FORMAT_NAMES[account.addressFormat], account.path]
          .filter((word) => word !== nameOf(account))
          .join(' · ')}
      </>
    }
    end={
      <>
        <SignButton signer={signerOfAccount(account, walletName)} />
        <ExportButton kind="walletAccount" id={account.walletAccountId} name={TEXT.keyOf(account.path)} />
      </>
    }
  />
);
