/** The board and the card in an address: the card in front of its board, or on a page of its own. */
export function whereIn(path: string): { boardId: string | undefined; key: string | undefined } {
  const [, boardId, onBoard] = /^\/boards\/([^/]+)(?:\/cards\/([^/]+))?/.exec(path) ?? []
  const [, alone] = /^\/cards\/([^/]+)/.exec(path) ?? []
  return { boardId, key: (onBoard ?? alone)?.toUpperCase() }
}
