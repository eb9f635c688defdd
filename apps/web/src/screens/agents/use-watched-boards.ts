import type { AgentStats } from '@tandem/contract'
import { useEffect } from 'react'
import { hearBoard } from '../../live/hub.ts'

const mostBoards = 50

/** Hears of what happens on the boards of these agents for as long as they are shown. */
export function useWatchedBoards(stats: readonly AgentStats[]): void {
  const boardIds = [...new Set(stats.flatMap((one) => one.boards.map((board) => board.id)))].slice(0, mostBoards)
  const key = boardIds.join(' ')
  useEffect(() => {
    const ends = key === '' ? [] : key.split(' ').map(hearBoard)
    return () => {
      for (const end of ends) end()
    }
  }, [key])
}
