import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'

const to = '/boards/$boardId/settings/{-$page}/{-$item}'

type Items = {
  item: string | undefined
  open: (item?: string, how?: { replace?: boolean }) => Promise<void>
  openOn: (page: string, item?: string) => Promise<void>
}

/** Which of its things a page of settings shows, as the address says, and how to get to another. */
export function useItem(): Items {
  const { boardId, page, item } = useParams({ from: `/signed-in${to}` })
  const navigate = useNavigate()
  return {
    item,
    open: (next, how) => navigate({ to, params: { boardId, page, item: next }, ...how }),
    openOn: (other, next) => navigate({ to, params: { boardId, page: other, item: next } }),
  }
}

type Props = { item?: string; className?: string; children: ReactNode }

export function ItemLink({ item, className, children }: Props) {
  const { boardId, page } = useParams({ from: `/signed-in${to}` })
  return (
    <Link to={to} params={{ boardId, page, item }} activeOptions={{ exact: true }} className={className}>
      {children}
    </Link>
  )
}

/** From one thing back to all of them. */
export function BackLink({ children }: { children: ReactNode }) {
  return (
    <ItemLink className="-ml-1 mb-2 flex w-fit items-center gap-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11">
      <ChevronLeft size={16} aria-hidden /> {children}
    </ItemLink>
  )
}
