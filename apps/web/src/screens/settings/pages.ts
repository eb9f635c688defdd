import type { Me } from '@tandem/contract'
import {
  Archive,
  ArrowDownUp,
  Bell,
  BookOpen,
  Bot,
  History,
  KeyRound,
  Lock,
  LogIn,
  type LucideIcon,
  Plug,
  ScrollText,
  SlidersHorizontal,
  Tags,
  TextCursorInput,
  UserRound,
  UsersRound,
  Webhook,
  Zap,
} from 'lucide-react'

type BoardPage = {
  group: 'board' | 'cards' | 'automation' | 'data'
  icon: LucideIcon
  /** Hidden from all others. A page without it shows other roles the parts that they may read. */
  for?: 'admin'
}

/**
 * The settings pages of a board, in the order of the nav. Their names are in the texts under `keys.boardPages`. The components are in
 * `board-pages.ts`, so that the palette can list the pages without loading them.
 */
const boardTable = {
  general: { group: 'board', icon: SlidersHorizontal },
  members: { group: 'board', icon: UsersRound },
  labels: { group: 'cards', icon: Tags },
  fields: { group: 'cards', icon: TextCursorInput },
  guidance: { group: 'automation', icon: BookOpen },
  rules: { group: 'automation', icon: Zap },
  integrations: { group: 'automation', icon: Plug },
  webhooks: { group: 'automation', icon: Webhook, for: 'admin' },
  transfer: { group: 'data', icon: ArrowDownUp },
  log: { group: 'data', icon: ScrollText },
} as const satisfies Record<string, BoardPage>

export type BoardPageKey = keyof typeof boardTable
export const aboutBoardPage: Record<BoardPageKey, BoardPage> = boardTable

export const boardPagesFor = (isAdmin: boolean): BoardPageKey[] =>
  (Object.keys(boardTable) as BoardPageKey[]).filter((key) => aboutBoardPage[key].for !== 'admin' || isAdmin)

type PersonalPage = { group: 'account' | 'access' | 'instance'; icon: LucideIcon }

/** The same for the signed-in person: names under `keys.pages`, components in `personal-pages.ts`. */
const personalTable = {
  profile: { group: 'account', icon: UserRound },
  password: { group: 'account', icon: Lock },
  signIn: { group: 'account', icon: LogIn },
  notifications: { group: 'account', icon: Bell },
  archived: { group: 'account', icon: Archive },
  imports: { group: 'account', icon: ArrowDownUp },
  agents: { group: 'access', icon: Bot },
  tokens: { group: 'access', icon: KeyRound },
  apps: { group: 'access', icon: Plug },
  activity: { group: 'access', icon: History },
  people: { group: 'instance', icon: UsersRound },
  audit: { group: 'instance', icon: ScrollText },
} as const satisfies Record<string, PersonalPage>

export type PersonalPageKey = keyof typeof personalTable
export const aboutPersonalPage: Record<PersonalPageKey, PersonalPage> = personalTable

/** `localLogin`: whether people sign in with a password here. */
export const personalPagesFor = (me: Pick<Me, 'isInstanceAdmin'> | undefined, localLogin: boolean): PersonalPageKey[] =>
  (Object.keys(personalTable) as PersonalPageKey[]).filter(
    (key) => (aboutPersonalPage[key].group !== 'instance' || me?.isInstanceAdmin === true) && (key !== 'password' || localLogin),
  )
