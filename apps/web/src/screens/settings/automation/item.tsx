import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'

const to = '/boards/$boardId/settings/{-$page}/{-$item}'

type Items = {
  item: string | undefined
  open: (item?: string, how?: { replace?: boolean }) => Promise<void>
  openOn: (page: string, item?: string) => Promise<void>
}

/** The item that a page of settings shows, by the address, and the links to others. */
export function useItem(): Items {
  const { boardId, page, item } = useParams({ from: `/signed-in${to}` })
  const navigate = useNavigate()
  return {
    item,
    open: (next, how) => navigate({ to, params: { boardId, page, item: next }, ...how }),
    openOn: (other, next) => navigate({ to, params: { boardId, page: other, item: next } }),
  }
}

type Props = { item?: string; className?: string; isBack?: boolean; children: ReactNode }

export function ItemLink({ item, className, isBack, children }: Props) {
  const { boardId, page } = useParams({ from: `/signed-in${to}` })
  return (
    <Link to={to} params={{ boardId, page, item }} activeOptions={{ exact: true }} data-back={isBack} className={className}>
      {children}
    </Link>
  )
}

/** Leads from one item back to the list. */
export function BackLink({ children }: { children: ReactNode }) {
  return (
    <ItemLink isBack className="-ml-1 flex w-fit md:mb-2 items-center gap-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11">
      <ChevronLeft size={16} aria-hidden /> {children}
    </ItemLink>
  )
}
