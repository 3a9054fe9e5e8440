const WIDTH = 120;
const HEIGHT = 32;
const LINE = 2;

/** A line without axes; the text beside it says what it shows. */
export function Sparkline({ values }: { values: number[] }) {
  const max = Math.max(...values, 0);
  if (values.length < 2 || max === 0) {
    return null;
  }
  const points = values.map((value, number) => {
    const x = (number / (values.length - 1)) * WIDTH;
    const y = HEIGHT - LINE - (value / max) * (HEIGHT - 2 * LINE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
      <polygon className="sparkline-area" points={`0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`} />
      <polyline className="sparkline-line" points={points.join(" ")} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
