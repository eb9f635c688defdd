import { TandemError } from '@tandem/contract'
import { useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { isSignedOut } from './api/failure.ts'
import { boardsQuery, cardIdByKeyQuery, meQuery } from './api/queries.ts'
import { queryClient } from './api/query-client.ts'
import { readBoard } from './live/read-board.ts'
import { forgetChanges } from './mutations/forget-changes.ts'
import { awaitsFirstAccount, knowWaysIn } from './screens/auth/providers.tsx'
import { SignInPage } from './screens/auth/sign-in-page.tsx'
import { SignUpPage } from './screens/auth/sign-up-page.tsx'
import { boardParts } from './screens/board/ahead.ts'
import { boardSearchIn } from './screens/board/filter/search.ts'
import { rangeIn } from './screens/insights/range.ts'
import { PageFailed, PageMissing } from './shell/page-states.tsx'
import { lazyPart } from './ui/loading/lazy-part.ts'
import { PagePending } from './ui/spinner.tsx'

/** Where code cannot be fetched, the router loads the page anew: without a network that would be the end of the app. */
const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load()
    } catch (cause) {
      throw navigator.onLine
        ? cause
        : new TandemError('unavailable', 'The page cannot be fetched. Try again.', { reason: undefined, cause })
    }
  }, name)

const root = createRootRoute({ component: Outlet, notFoundComponent: Missing, errorComponent: PageFailed })

type Next = { next?: string }
/** The page to go to after sign-in: a path of this site, never another site. */
const nextIn = ({ next }: Record<string, unknown>): Next => (typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {})

const passwordPages = () => import('./screens/auth/password-pages.tsx')

const outside = { getParentRoute: () => root, loader: knowWaysIn }
const signIn = createRoute({
  ...outside,
  path: '/sign-in',
  validateSearch: nextIn,
  component: SignInPage,
  async beforeLoad({ search }) {
    // The sign-in that made the waiting changes has ended.
    forgetChanges()
    if (await awaitsFirstAccount()) throw redirect({ to: '/sign-up', search, replace: true })
  },
})
const signUp = createRoute({ ...outside, path: '/sign-up', validateSearch: nextIn, component: SignUpPage })
const forgot = createRoute({ ...outside, path: '/forgot', component: lazyPage(passwordPages, 'ForgotPage') })
const reset = createRoute({ ...outside, path: '/reset', component: lazyPage(passwordPages, 'ResetPage') })
const invite = createRoute({
  ...outside,
  path: '/invite/$token',
  component: lazyPage(() => import('./screens/auth/invite-page.tsx'), 'InvitePage'),
})
/** The page behind the link in an email. It needs no sign-in and does not read the signed-in user. */
const answer = createRoute({
  getParentRoute: () => root,
  path: '/answer/$token',
  component: lazyPage(() => import('./screens/answer/answer-page.tsx'), 'AnswerPage'),
})

/** The page that an OAuth client opens to ask for access; `request` is its query, unchanged. */
const consent = createRoute({
  getParentRoute: () => root,
  path: '/consent',
  validateSearch: ({ request }: Record<string, unknown>): { request?: string } => (typeof request === 'string' ? { request } : {}),
  component: lazyPage(() => import('./screens/consent/consent-page.tsx'), 'ConsentPage'),
})

const shell = () => import('./shell/shell.tsx')
const Shell = lazyPart(async () => ({ default: (await shell()).Shell }))
const palette = () => import('./screens/find/palette.tsx')
const cardDialog = () => import('./screens/card/card-dialog.tsx')
const Palette = lazyPart(async () => ({ default: (await palette()).Palette }))
/** Code of what opens on top of a page, fetched before it is used. */
const screens = [palette, cardDialog, ...boardParts]

function SignedInShell({ children }: { children?: ReactNode }) {
  return (
    <Suspense fallback={<PagePending />}>
      <Shell Palette={Palette} screens={screens}>
        {children}
      </Shell>
    </Suspense>
  )
}

/** An address without a page: beside the navigation, for those who are signed in. */
function Missing() {
  const me = useQuery(meQuery)
  if (me.isPending) return <PagePending />
  const missing = <PageMissing />
  return me.data ? <SignedInShell>{missing}</SignedInShell> : <main>{missing}</main>
}

/** The routes that need a signed-in user. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: () => <SignedInShell />,
  async beforeLoad({ location }) {
    // Loaded while the signed-in user is being read.
    void shell().catch(() => undefined)
    // Only for pages that draw the board; few others load it.
    const boardId = /^\/boards\/([0-9a-f-]+)(?:\/?$|\/cards\/|\/archive)/.exec(location.pathname)?.[1]
    if (boardId !== undefined) void readBoard(boardId).catch(() => undefined)
    try {
      return { me: await queryClient.ensureQueryData(meQuery) }
    } catch (failure) {
      if (isSignedOut(failure)) throw redirect({ to: '/sign-in', search: location.pathname === '/' ? {} : { next: location.href } })
      throw failure
    }
  },
})

const boards = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyPage(() => import('./screens/boards/boards-page.tsx'), 'BoardsPage'),
  loader: () => void queryClient.prefetchQuery(boardsQuery),
})
const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  validateSearch: ({ only }: Record<string, unknown>): { only?: 'unread' | undefined } => (only === 'unread' ? { only } : {}),
  component: lazyPage(() => import('./screens/inbox/inbox-page.tsx'), 'InboxPage'),
})
const myWork = createRoute({
  getParentRoute: () => signedIn,
  path: '/my-work',
  component: lazyPage(() => import('./screens/mine/my-work-page.tsx'), 'MyWorkPage'),
})
const waiting = createRoute({
  getParentRoute: () => signedIn,
  path: '/waiting',
  validateSearch: ({ board: id }: Record<string, unknown>): { board?: string } =>
    typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id) ? { board: id } : {},
  component: lazyPage(() => import('./screens/waiting/waiting-page.tsx'), 'WaitingPage'),
})
const connect = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect',
  component: lazyPage(() => import('./screens/start/guide-pages.tsx'), 'ConnectPage'),
})
const search = createRoute({
  getParentRoute: () => signedIn,
  path: '/search',
  // Passed on unparsed: the code that parses it is loaded with the page.
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  component: lazyPage(() => import('./screens/find/search-page.tsx'), 'SearchPage'),
})
const board = createRoute({
  getParentRoute: () => signedIn,
  path: '/boards/$boardId',
  validateSearch: boardSearchIn,
  component: lazyPage(() => import('./screens/board/board-page.tsx'), 'BoardPage'),
  loader: ({ params }) => void readBoard(params.boardId).catch(() => undefined),
})
const card = createRoute({
  getParentRoute: () => board,
  path: '/cards/$key',
  component: lazyPage(cardDialog, 'CardDialog'),
})
const insights = createRoute({
  getParentRoute: () => signedIn,
  path: '/boards/$boardId/insights',
  validateSearch: rangeIn,
  component: lazyPage(() => import('./screens/insights/insights-page.tsx'), 'InsightsPage'),
})
const agents = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents',
  component: lazyPage(() => import('./screens/agents/agents-page.tsx'), 'AgentsPage'),
})
const agent = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents/$actorId',
  component: lazyPage(() => import('./screens/agents/agent-page.tsx'), 'AgentPage'),
})
const archive = createRoute({
  getParentRoute: () => board,
  path: '/archive',
  component: lazyPage(() => import('./screens/archive/archive-dialog.tsx'), 'ArchiveDialog'),
})
const boardSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/boards/$boardId/settings/{-$page}/{-$item}',
  component: lazyPage(() => import('./screens/settings/board-settings.tsx'), 'BoardSettings'),
})
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/{-$page}',
  loader: knowWaysIn,
  component: lazyPage(() => import('./screens/settings/personal-settings.tsx'), 'PersonalSettings'),
})
/** The address of a card in emails, plugins and agents' messages. */
const cardByKey = createRoute({
  getParentRoute: () => signedIn,
  path: '/cards/$key',
  component: lazyPage(() => import('./screens/card/card-page.tsx'), 'CardPage'),
  loader: ({ params }) => void queryClient.prefetchQuery(cardIdByKeyQuery(params.key)),
})

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    signUp,
    forgot,
    reset,
    invite,
    answer,
    consent,
    signedIn.addChildren([
      boards,
      inbox,
      myWork,
      waiting,
      connect,
      search,
      cardByKey,
      board.addChildren([card, archive]),
      insights,
      agents,
      agent,
      boardSettings,
      settings,
    ]),
  ]),
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: PageMissing,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  // Queries have their own staleness.
  defaultPreloadStaleTime: 0,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
