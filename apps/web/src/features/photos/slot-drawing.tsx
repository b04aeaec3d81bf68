import './guided-photos.css'
import type { ReactNode } from 'react'

/** Drawings by patterns of the default slot names; the first match is shown. */
const drawings: [name: RegExp, drawing: ReactNode][] = [
  [
    /\btag\b/i,
    <>
      <path d="M21 9h22l7 11v32a3 3 0 0 1-3 3H17a3 3 0 0 1-3-3V20z" />
      <circle cx="32" cy="19" r="4" />
      <path d="M22 34h20M22 43h13" />
    </>,
  ],
  [
    /carcass|whole/i,
    <>
      <path d="M10 23c3-7 21-8 31-4l10-5c5-2 10 1 9 5 0 4-4 6-9 5l-5 3c1 7-2 11-8 11H20c-7 0-12-6-10-15z" />
      <path d="m16 37-4 10 4 9M24 38l-2 10 4 9M36 38l1 10 5 8M43 36l5 8 6 4M10 26c-5 4-5 11-3 16" />
      <path d="m49 15-3-5 6 2M55 19h.01" />
    </>,
  ],
  [
    /head|mouth/i,
    <>
      <path d="M22 15c4-4 16-4 20 0 3 5 3 10 1 15l-2 16c-1 6-4 9-9 9s-8-3-9-9l-2-16c-2-5-2-10 1-15z" />
      <path d="M21 19c-4-5-11-5-15-2 2 6 8 8 14 6M43 19c4-5 11-5 15-2-2 6-8 8-14 6" />
      <path d="M26 29h.01M38 29h.01M28 45h.01M36 45h.01M27 50c3 2 7 2 10 0" />
    </>,
  ],
  [
    /chest|thorax/i,
    <>
      <path d="M17 11c10-4 20-4 30 0 7 13 8 29-1 42-9 3-19 3-28 0-9-13-8-29-1-42z" />
      <path d="M32 9v45" />
      <path d="M32 18c-5 0-9 1-12 4M32 27c-6 0-11 2-14 5M32 36c-6 0-10 2-13 5M32 45c-5 0-8 1-10 3" />
      <path d="M32 18c5 0 9 1 12 4M32 27c6 0 11 2 14 5M32 36c6 0 10 2 13 5M32 45c5 0 8 1 10 3" />
    </>,
  ],
  [
    /cut.*lung|lung.*cut/i,
    <>
      <path d="M24 9c14 3 26 18 27 35 0 8-5 11-12 9-9-2-20-3-23-11-3-11-1-27 8-33z" />
      <path d="M15 40c10-2 24-8 31-17" strokeDasharray="4 4" />
      <circle cx="25" cy="44" r="2.5" />
      <circle cx="36" cy="40" r="3" />
      <circle cx="43" cy="33" r="2" />
      <path d="M35 48h.01" />
    </>,
  ],
  [
    /lung/i,
    <>
      <path d="M28 7v15M36 7v15M28 12h8M28 17h8" />
      <path d="M28 22c-9 3-17 15-17 29 0 5 4 6 8 4 6-2 9-5 9-10z" />
      <path d="M36 22c9 3 17 15 17 29 0 5-4 6-8 4-6-2-9-5-9-10z" />
      <path d="M28 30c-4 2-7 5-9 10M36 30c4 2 7 5 9 10" />
    </>,
  ],
  [
    /heart/i,
    <>
      <path d="M32 57C21 51 13 42 13 32c0-7 5-12 11-12 4 0 7 2 8 5 1-3 4-5 8-5 6 0 11 5 11 12 0 10-8 19-19 25z" />
      <path d="M26 20V9M31 21c0-9 4-13 11-13M37 19c1-3 3-5 7-5" />
      <path d="M32 25c0 9 6 13 3 24" />
    </>,
  ],
  [
    /abdomen|belly/i,
    <>
      <path d="M6 32c8-14 17-19 26-19s18 5 26 19c-8 14-17 19-26 19S14 46 6 32z" />
      <path d="M18 33c0-7 8-9 13-5 5-5 15-3 15 4s-10 9-14 4c-4 5-14 4-14-3z" />
      <path d="M32 28v8" />
    </>,
  ],
  [
    /rumen/i,
    <>
      <path d="M12 35c-3-13 9-22 22-22 12 0 20 8 20 19s-9 20-21 20c-4 0-6-3-10-4-6-1-10-6-11-13z" />
      <path d="M40 14c0-4 2-7 7-8M19 33c8-5 20-5 28 2" />
      <path d="M26 41h.01M33 43h.01M40 41h.01M27 23h.01M34 21h.01M41 24h.01" />
    </>,
  ],
  [
    /liver/i,
    <>
      <path d="M7 25c10-11 35-14 50-5 2 10-6 18-16 21-5 2-7 9-13 9C16 50 7 39 7 25z" />
      <path d="M35 16c-3 8-3 15 1 27" />
      <path d="M43 40c-1 5 1 9 4 9s4-4 2-8" />
    </>,
  ],
  [
    /intestin|gut/i,
    <>
      <path d="M12 12h33a6 6 0 0 1 0 13H20a6 6 0 0 0 0 13h25a6 6 0 0 1 0 13H12" strokeWidth="10" />
      <path
        d="M12 12h33a6 6 0 0 1 0 13H20a6 6 0 0 0 0 13h25a6 6 0 0 1 0 13H12"
        stroke="var(--drawing-ground)"
        strokeWidth="6"
      />
    </>,
  ],
  [
    /kidney|bladder/i,
    <>
      <path d="M24 9c-8-2-14 5-13 13 1 7 6 11 10 9 3-2 1-5 2-9 1-4 5-11 1-13zM40 9c8-2 14 5 13 13-1 7-6 11-10 9-3-2-1-5-2-9-1-4-5-11-1-13z" />
      <path d="M23 24c4 4 5 9 6 14M41 24c-4 4-5 9-6 14" />
      <path d="M32 38c7 0 10 4 10 9s-4 8-10 8-10-3-10-8 3-9 10-9z" />
    </>,
  ],
]

const camera = (
  <>
    <path d="M10 20h10l4-7h16l4 7h10a3 3 0 0 1 3 3v26a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3V23a3 3 0 0 1 3-3z" />
    <circle cx="32" cy="35" r="10" />
  </>
)

/** A drawing of a slot's subject; a camera for a practice's own slots. */
export const SlotDrawing = ({ name }: { name: string }) => (
  <svg className="slot-drawing" viewBox="0 0 64 64" aria-hidden="true">
    {drawings.find(([words]) => words.test(name))?.[1] ?? camera}
  </svg>
)
