/** The board and the card that an address shows: the card before its board, or as a page of its own. */
export function whereIn(path: string): { boardId: string | undefined; key: string | undefined } {
  const [, boardId, onBoard] = /^\/boards\/([^/]+)(?:\/cards\/([^/]+))?/.exec(path) ?? []
  const [, alone] = /^\/cards\/([^/]+)/.exec(path) ?? []
  return { boardId, key: (onBoard ?? alone)?.toUpperCase() }
}
