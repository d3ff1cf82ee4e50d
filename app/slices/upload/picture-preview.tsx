import { useEffect, useRef } from "react";

/**
 * Previews the middle of a selected picture over the current one, before it is uploaded. A file that is not a picture
 * is not shown.
 */
export function PicturePreview({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isOver = false;
    createImageBitmap(file).then(
      (picture) => {
        if (canvas.current && !isOver) drawMiddle(canvas.current, picture);
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
  return <canvas ref={canvas} className="picture-preview" />;
}

/** Draws as much of a picture as fits the shape of the canvas. */
function drawMiddle(canvas: HTMLCanvasElement, picture: ImageBitmap) {
  canvas.width = canvas.clientWidth * window.devicePixelRatio;
  canvas.height = canvas.clientHeight * window.devicePixelRatio;
  const scale = Math.min(picture.width / canvas.width, picture.height / canvas.height);
  const [width, height] = [canvas.width * scale, canvas.height * scale];
  const [x, y] = [(picture.width - width) / 2, (picture.height - height) / 2];
  canvas.getContext("2d")?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height);
}
