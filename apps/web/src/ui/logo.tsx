export const Logo = () => (
  <svg className="mark" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
    <path d="M2 5c3 0 5 1 6.500 3h7C17 6 19 5 22 5c0 3.500-2 5.500-5 6v3.500c0 3.500-2.200 6.500-5 6.500s-5-3-5-6.500V11C4 10.500 2 8.500 2 5zm8 11.200a.9.9 0 1 0 0-1.800.9.9 0 0 0 0 1.800zm4 0a.9.9 0 1 0 0-1.800.9.9 0 0 0 0 1.800z" />
  </svg>
)

/** Outline version: for animal counts and empty states. */
export const CattleIcon = ({ stroke = 1.8 }: { stroke?: number }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={stroke}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M7 9C4 9 3 7 3 5c2 0 4 1 5 2h8c1-1 3-2 5-2 0 2-1 4-4 4v4c0 4-2 7-5 7s-5-3-5-7z" />
    <path d="M10 16h4M10 12h.01M14 12h.01" />
  </svg>
)
