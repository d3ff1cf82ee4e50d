import { useEffect, useRef } from "react";

/** The middle of a chosen picture, as a circle, before it is sent. A file that is no picture shows nothing. */
export function PicturePreview({ file, side }: { file: File; side: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isOver = false;
    createImageBitmap(file).then(
      (picture) => {
        if (!isOver) drawMiddle(canvas.current, picture);
        picture.close();
      },
      () => {},
    );
    return () => {
      isOver = true;
      const { current } = canvas;
      current?.getContext("2d")?.clearRect(0, 0, current.width, current.height);
    };
  }, [file]);
  return <canvas ref={canvas} width={side * 2} height={side * 2} className="absolute inset-0 size-full" />;
}

function drawMiddle(canvas: HTMLCanvasElement | null, picture: ImageBitmap) {
  const { width, height } = picture;
  const side = Math.min(width, height);
  const middle = [(width - side) / 2, (height - side) / 2, side, side] as const;
  if (canvas) canvas.getContext("2d")?.drawImage(picture, ...middle, 0, 0, canvas.width, canvas.height);
}
